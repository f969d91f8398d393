"""The sections of a run's page: each makes its blocks from the summary, or None if the summary has nothing for it."""
