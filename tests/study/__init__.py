"""Tests of balance.study."""
