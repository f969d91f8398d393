"""Tests of balance.analysis."""
