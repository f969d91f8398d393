"""Charts as inline SVG, made by hand: text stays text, colours are CSS classes that follow light, dark and print."""
