"""Made-up games for tests."""
