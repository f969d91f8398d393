"""balance: play tabletop card games a million times between good bots, and read a balance report you can trust."""
