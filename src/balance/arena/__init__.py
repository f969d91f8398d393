"""Games between bots: one game, and batches of them as rows. Above engine and bots, below every study."""
