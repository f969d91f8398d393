"""Tests of balance.report."""
