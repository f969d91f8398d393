"""The command line as people and scripts meet it."""

import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from typer.testing import CliRunner

from balance.arena.records import PlayError
from balance.cli import COMMANDS, app
from balance.spec import load

RUNNER = CliRunner()


def run(*arguments):
    return RUNNER.invoke(app, [str(argument) for argument in arguments])


def balance(*arguments, **environment):
    """A process of its own."""
    return subprocess.run(
        [sys.executable, "-c", "from balance.cli import main; main()", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"COLUMNS": "200"} | environment,
    )


# --- the shell ---


def test_help_imports_nothing_heavy():
    code = (
        "import sys\nfrom balance.cli import main\nsys.argv = ['balance', '--help']\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert end.code == 0\n"
        "heavy = {'numba', 'numpy', 'pandas', 'pydantic', 'scipy', 'ruamel', 'pyarrow', 'optuna', 'jinja2'}\n"
        "print(*heavy & sys.modules.keys(), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_listed_and_has_examples(command):
    assert f" {command} " in balance("--help").stdout
    page = balance(command, "--help").stdout
    assert "Examples:" in page
    assert f"\n balance {command} " in page or f"\n balance {command}\n" in page.replace(" \n", "\n")


def test_version():
    assert run("--version").output == f"balance {version('balance-tabletop')}\n"


def test_bad_input_is_one_message_without_traceback():
    done = balance("replay", "kuhn", "--set", "rules.ant=3")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "balance: --set: rules.ant: is not a known key; did you mean ante?\n"


@pytest.mark.parametrize("command", ["rules", "check", "cards", "replay"])
def test_an_unknown_game_is_answered_with_the_nearest_name(command):
    done = balance(command, "kuhm")
    assert done.returncode == 2
    assert "did you mean kuhn?" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("number", ["1.5", "-1", "nan", "inf", "", "many"])
def test_numbers_that_are_none_are_refused(number):
    done = balance("replay", "kuhn", f"--game={number}")
    assert done.returncode == 2
    assert "is not a whole number from 0" in " ".join(done.stderr.replace("│", " ").split())


def test_a_full_disk_under_stdout_is_one_line():
    command = [sys.executable, "-m", "balance", "games"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 3
    assert done.stderr == "balance: No space left on device\n"


def test_unchanged_rules_are_not_called_changed():
    assert json.loads(balance("check", "omen", "--json").stdout)["changed"] == {}


def test_a_card_set_printed_as_yaml_can_be_played(tmp_path):
    (tmp_path / "set.yaml").write_text(balance("cards", "omen", "--format", "yaml").stdout)
    spec = tmp_path / "spec.yaml"
    spec.write_text("extends: omen\nrules: {games: [set.yaml]}\n")
    assert balance("check", str(spec)).returncode == 0


def test_a_reader_that_leaves_is_no_error():
    command = f"{sys.executable} -c 'from balance.cli import main; main()' replay tictactoe --format jsonl"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command} | head -c 1"], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.returncode == 0


def test_click_is_never_imported():
    """Typer carries its own."""
    code = "import sys, balance.cli; print('click' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# --- games, rules, check ---


def test_games():
    listed = {game["name"]: game for game in json.loads(run("games", "--json").stdout)}
    assert {"kuhn", "omen", "tictactoe"} <= listed.keys()
    assert listed["kuhn"]["players"] == [2]
    assert "Kuhn poker" in run("games").stdout


def test_rules():
    table = {option["key"]: option for option in json.loads(run("rules", "kuhn", "--json").stdout)}
    assert table["ante"]["default"] == 1
    assert "a whole number from 1 to 100" in run("rules", "kuhn").stdout


def test_rules_as_yaml_can_be_played(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(run("rules", "kuhn", "--yaml").stdout)
    summary = json.loads(run("check", file, "--json").stdout)
    assert summary["game"] == "kuhn"
    assert summary["changed"] == {}


def test_check_names_what_differs_first(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("extends: kuhn\nrules:\n  bet: 2\nbots: [greedy, random]\n")
    summary = json.loads(run("check", file, "--json").stdout)
    assert summary["changed"] == {"bet": {"value": 2, "default": 1}}
    assert summary["bots"] == ["greedy", "random"]
    text = run("check", file).stdout
    assert text.index("bet: 2    (default 1)") < text.index("ante: 1")


def test_check_shows_bots_and_their_own_settings(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(
        "extends: omen\nbots:\n  - greedy\n  - {name: greedy, temperature: 2, weights: {uses_krater: -1e3}}\n"
    )
    seats = json.loads(run("check", file, "--json").stdout)["seats"]
    shipped = load("omen").bots[0].weights["uses_krater"]
    assert seats == [
        {"bot": "greedy", "changed": {}},
        {
            "bot": "greedy",
            "changed": {
                "temperature": {"value": 2.0, "default": 0.0},
                "weights.uses_krater": {"value": -1000.0, "default": shipped},
            },
        },
    ]
    assert (
        "bots:\n    seat 1: greedy, as shipped\n    seat 2: greedy\n        temperature: 2    (shipped 0)\n"
        f"        weights.uses_krater: -1000    (shipped {shipped:g})\n"
    ) in balance("check", str(file)).stdout
    assert "bots:\n    every seat: random, as shipped\n" in run("check", "omen", "--bots", "random").stdout


def test_check_names_file_and_line(tmp_path):
    file = tmp_path / "wrong.yaml"
    file.write_text("extends: kuhn\nrules:\n  bet: no\n")
    done = balance("check", str(file))
    assert done.returncode == 2
    assert f"{file}:3: rules.bet: must be" in done.stderr


# --- replay ---


def test_replay_as_text():
    text = run("replay", "kuhn", "--seed", "2", "--game", "1e6").stdout
    assert text.startswith("Kuhn poker (standard), game 1000000 of the run with seed 2\n")
    assert "The end: " in text


def test_replay_as_records():
    lines = [
        json.loads(line) for line in run("replay", "kuhn", "--format", "jsonl", "--bots", "random").stdout.splitlines()
    ]
    assert lines[0]["bots"] == ["random", "random"]
    assert [line["type"] for line in lines if line["type"] != "decision"] == ["game", "start", "end"]


def test_replays_differ_by_game_and_seed():
    deals = {
        run("replay", "kuhn", "--seed", seed, "--game", game).stdout.split("\n", 1)[1]
        for seed in (1, 2)
        for game in range(9)
    }
    assert len(deals) > 3


# --- cards ---


def test_card_data():
    assert json.loads(run("cards", "kuhn", "--format", "json").stdout) == {"cards": ["jack", "queen", "king"]}


def test_a_game_without_a_card_document_says_so():
    done = balance("cards", "kuhn")
    assert done.returncode == 2
    assert "has no card document" in done.stderr


def test_usage_counts_what_happens():
    answer = json.loads(run("cards", "kuhn", "--usage", "--games", "200", "--json").stdout)
    times = {use["name"]: use["times"] for use in answer["uses"]}
    assert list(times) == ["check", "bet", "call", "fold"]
    assert times["bet"] == times["call"] + times["fold"]
    assert all(use["games"] <= min(200, use["times"]) for use in answer["uses"])
    assert "action" in run("cards", "kuhn", "--usage", "--games", "20").stdout


def test_usage_of_games_that_cannot_be_shown(monkeypatch):
    def fail(*arguments):
        raise PlayError("over 65535 events")

    monkeypatch.setattr("balance.arena.usage.count_uses", fail)
    done = run("cards", "kuhn", "--usage")
    assert done.exit_code == 3
    assert "balance: over 65535 events" in done.output


def test_usage_of_a_game_without_uses():
    done = balance("cards", "tictactoe", "--usage")
    assert done.returncode == 2
    assert "does not say what its cards are used for" in done.stderr


@pytest.fixture(scope="module")
def kuhn_run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "kuhn"
    assert run("simulate", "kuhn", "--bots", "random", "--games", "3000", "--out", folder).exit_code == 0
    return folder


def test_values_of_a_run(kuhn_run):
    plain = json.loads(run("cards", "kuhn", "--values", kuhn_run, "--json").stdout)
    assert [card["name"] for card in plain["cards"][0]["cards"]] == ["king", "queen", "jack"]
    text = run("cards", "kuhn", "--values", kuhn_run).stdout
    assert "dealt (chance alone decides: a cause)" in text
    assert "king" in text


def test_values_by_playing_with_and_without(tmp_path):
    arguments = ["cards", "kuhn", "--swap", "--ban", "--removal", "--games", "2k", "--bots", "random,greedy"]
    plain = json.loads(run(*arguments, "--json", "--jobs", "1").stdout)
    assert [(one["bot"], one["kind"]) for one in plain["tables"]] == [
        (bot, kind) for bot in ("random", "greedy") for kind in ("swap", "ban")
    ]
    assert plain["tables"][0]["cards"][0]["name"] == "king"
    assert plain["tables"][0]["cards"][0]["verdict"] == "strong"
    shown = run(*arguments, "--html", tmp_path / "kuhn.html")
    assert shown.exit_code == 0
    assert "too strong (worth more than 5 pp): king" in " ".join(shown.stdout.split())
    assert "not measured: removal: kuhn declares nothing" in " ".join(shown.stdout.split())
    assert "Too strong: king" in " ".join((tmp_path / "kuhn.html").read_text().split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["kuhn", "--swap", "--usage"], "--swap and --usage are different things"),
        (["kuhn", "--html", "x.html"], "give at least one of them"),
        (["kuhn", "--removal"], "declares nothing that it can be played without"),
        (["kuhn", "--swap", "--html", "x.txt"], "ends in .html"),
        (["kuhn", "--ban", "--bots", "random,random"], "named once: random"),
        (["kuhn", "--values", "no-such-run"], "there is no such folder"),
    ],
)
def test_values_that_cannot_be(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("cards", *arguments)
    assert done.exit_code == 2
    assert message in done.stderr


def test_values_of_a_run_of_another_game(kuhn_run):
    done = run("cards", "tictactoe", "--values", kuhn_run)
    assert done.exit_code == 2
    assert "is a run of kuhn, not of tictactoe" in done.stderr


def test_values_need_one_bot(tmp_path):
    (tmp_path / "two.yaml").write_text("extends: kuhn\nbots: [random, greedy]\n")
    done = run("cards", tmp_path / "two.yaml", "--ban")
    assert done.exit_code == 2
    assert "give --bots" in done.stderr
