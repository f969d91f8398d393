"""`python -m balance` is the command `balance`."""

from balance.cli import main

main()
