"""The contract suite that any game passes, ours or a plugin's: `from balance.testing import check_game`."""
