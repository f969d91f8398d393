"""The kinds of bots there are, by name (no numba here: specs and help pages read this)."""

KINDS: dict[str, str] = {
    "random": "picks uniformly among the legal actions",
    "greedy": "takes the action with the highest weights x features; `temperature` adds noise",
}

SETTINGS: dict[str, tuple[str, ...]] = {
    "random": (),
    "greedy": ("temperature", "weights"),
}
"""What a spec may set for each kind."""
