"""Specs: what to play, by which rules, between which bots. YAML and the command line in, a validated `Spec` out."""

from balance.input import Problem, SpecError
from balance.spec.bots import changed_settings, make_bot, plain_name
from balance.spec.expect import Claim
from balance.spec.loader import load
from balance.spec.model import BotSpec, Spec, changed_rules, find_game, flat_rules, from_resolved
from balance.spec.ranges import Over, parse_over, swept
from balance.spec.sizes import Precision, parse_count, parse_precision
from balance.spec.table import OptionRow, as_yaml, option_table
from balance.spec.tune import Axis, Objective, Study, read_study

__all__ = [
    "Axis",
    "BotSpec",
    "Claim",
    "Objective",
    "OptionRow",
    "Over",
    "Precision",
    "Problem",
    "Spec",
    "SpecError",
    "Study",
    "as_yaml",
    "changed_rules",
    "changed_settings",
    "find_game",
    "flat_rules",
    "from_resolved",
    "load",
    "make_bot",
    "option_table",
    "parse_count",
    "parse_over",
    "parse_precision",
    "plain_name",
    "read_study",
    "swept",
]
