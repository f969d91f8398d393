"""Independent referees: slow, plain readings of the rulebooks, written without sight of the engine."""
