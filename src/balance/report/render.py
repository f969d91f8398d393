"""From a page's blocks to HTML."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from balance.report import run
from balance.report.blocks import Page
from balance.report.model import Record, Summary
from balance.report.numbers import NBSP


def render(summary: Mapping[str, Any], spec: Mapping[str, Any]) -> str:
    """The page of a run as HTML: `summary` is the content of its `summary.json`, `spec` that of its `spec.json`.

    The same input gives the same characters. Raises `pydantic.ValidationError` if one of them is not what it
    should be; its `title`, `Summary` or `Record`, tells which.
    """
    return html(run.page(Summary.model_validate(summary), Record.model_validate(spec)))


def html(page: Page) -> str:
    """Any page of the family as HTML."""
    text = _environment().get_template("page.html.j2").render(page=page)
    text = text.replace(" %", f"{NBSP}%")
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip()) + "\n"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("balance.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # the shipped files, not data: nothing in them is to be escaped
    for name in ("style.css", "page.js"):
        source = environment.loader.get_source(environment, name)[0] if environment.loader else ""
        environment.globals[name.replace(".", "_")] = Markup(source)
    return environment
