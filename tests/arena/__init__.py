"""Tests of balance.arena."""
