"""The drivers: they play many games in chunks on threads, save what adds up, and hand it to the analysis.

Nothing here is imported before it is needed: `from balance.study.simulate import run`.
"""
