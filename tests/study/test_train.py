"""Training and ladders, on the toy games."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from balance.arena.match import line_ups, meetings, play, spreads, worth
from balance.arena.records import bot_records, records
from balance.engine.jit import PLAIN
from balance.input import SpecError
from balance.spec import load
from balance.study.errors import StudyError
from balance.study.ladder import ladder
from balance.study.train import train

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")


def balance(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "balance", *words], capture_output=True, text=True, timeout=600)


def test_worth_is_shared_and_adds_up_to_one() -> None:
    kit = records(load("tictactoe", [], "random"))
    rows = play(kit, kit.bots, 1, 0, 400)
    for margin in (0.0, 0.1, 1.0):
        assert np.allclose(worth(kit.layout, rows, 0, margin) + worth(kit.layout, rows, 1, margin), 1)
    drawn = rows["winners"] == 3
    assert 0 < drawn.sum() < 400
    assert np.all(worth(kit.layout, rows, 0)[drawn] == 0.5)


def test_a_bot_against_itself_ties_exactly() -> None:
    """Bot pairing on the same deals with the seats exchanged: the mean over seats is a half on every deal."""
    from concurrent.futures import ThreadPoolExecutor

    kit = records(load("kuhn", [], "greedy"))
    with ThreadPoolExecutor(2) as pool:
        [found] = meetings(pool, kit, [(kit.bots[0], kit.bots[0])], 3, 0, 500)
    assert np.allclose(found, 0.5)
    assert [seat for _, seat in line_ups(kit.layout, kit.bots[0], kit.bots[0])] == [0, 1]


def test_spreads_are_zero_for_what_never_differs() -> None:
    found = spreads(records(load("kuhn", [], "greedy")), 1, 300)
    assert np.all(found > 0)


def bad_start(folder: Path) -> Path:
    path = folder / "bad.yaml"
    path.write_text("extends: tictactoe\nbots: {name: greedy, weights: {completes_line: -50, blocks_line: -5}}\n")
    return path


def test_training_mends_bad_weights_and_is_reproducible(tmp_path: Path) -> None:
    spec = load(str(bad_start(tmp_path)))
    first = train(spec, seed=3, generations=30, games=60)
    again = train(spec, seed=3, jobs=2, generations=30, games=60)
    assert first.weights == again.weights
    assert first.against[spec.bots[0].title].low > 0.7
    assert first.how["generations"] == 30
    assert first.casual > 0


def test_a_casual_bot_is_between_random_and_the_trained(tmp_path: Path) -> None:
    spec = load("tictactoe", [], "greedy")
    found = train(spec, seed=4, generations=4, games=60)
    warm = {"name": "greedy", "temperature": found.casual, "weights": found.weights}
    path = tmp_path / "casual.yaml"
    path.write_text(f"extends: tictactoe\nbots: {json.dumps(warm)}\n")
    cold = {**warm, "temperature": 0}
    bots = {name: bot_records(load_bots(tmp_path, bot)) for name, bot in (("casual", warm), ("best", cold))}
    bots["random"] = bot_records(load("tictactoe", [], "random"))
    kit = records(spec)
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(2) as pool:
        pairs = [(bots[name][0], bots["best"][0]) for name in ("random", "casual", "best")]
        random, casual, best = (values.mean() for values in meetings(pool, kit, pairs, 9, 0, 3000))
    assert abs(casual - (random + best) / 2) < 0.04


def load_bots(folder: Path, bot: dict) -> object:
    path = folder / "one.yaml"
    path.write_text(f"extends: tictactoe\nbots: {json.dumps(bot)}\n")
    return load(str(path))


def test_a_stopped_training_goes_on(tmp_path: Path) -> None:
    spec, state = load(str(bad_start(tmp_path))), tmp_path / "state.json"
    train(spec, seed=3, generations=5, games=40, state=state)
    assert json.loads(state.read_text())["generation"] == 5
    found = train(spec, seed=3, generations=8, games=40, state=state)
    assert found.how["generations"] == 8
    with pytest.raises(StudyError, match="other rules or another seed"):
        train(spec, seed=4, generations=9, games=40, state=state)
    state.write_text("{")
    with pytest.raises(StudyError, match="is no state of a training"):
        train(spec, seed=3, generations=9, games=40, state=state)


def test_the_train_command_writes_a_bot_that_can_be_played(tmp_path: Path) -> None:
    file = tmp_path / "bots" / "mine.yaml"
    words = ("train", "kuhn", "--generations", "3", "--deals", "50", "--out", str(file), "--json")
    done = balance(*words)
    assert done.returncode == 0, done.stderr
    content = json.loads(done.stdout)
    assert content["game"] == "kuhn"
    assert set(content["weights"]) == set(load("kuhn").game.features)
    assert not list(file.parent.glob("*.training.json"))
    spec = load("kuhn", [], f"{file},random")
    assert spec.bots[0].weights == content["weights"]
    assert spec.bots[0].title == "mine"
    with pytest.raises(SpecError, match="is a bot for kuhn, not for tictactoe"):
        load("tictactoe", [], str(file))


def test_a_ladder_orders_the_bots(tmp_path: Path) -> None:
    words = ("ladder", "tictactoe", "--bots", "random,ismcts:10,ismcts:200", "--deals", "100", "--json")
    page = tmp_path / "ladder.html"
    done = balance(*words, "--html", str(page))
    assert done.returncode == 0, done.stderr
    content = json.loads(done.stdout)
    low = [bot["rating"]["value"] for bot in content["bots"]]
    assert low[0] == 0 < low[1] < low[2]
    assert len(content["meetings"]) == 3
    assert "ismcts:200 &gt; ismcts:10 &gt; random" in page.read_text()


def test_a_ladder_is_the_same_on_any_number_of_threads() -> None:
    spec = load("kuhn")
    bots = [load("kuhn", [], name).bots[0] for name in ("random", "greedy")]
    found = [ladder(spec, bots, 120, 5, jobs).as_json() for jobs in (1, 2)]
    for content in found:
        for bot in content["bots"]:
            del bot["games_per_second"]
    assert found[0] == found[1]


def test_ladder_refuses_one_bot_and_twins() -> None:
    spec = load("kuhn")
    with pytest.raises(StudyError, match="at least two"):
        ladder(spec, spec.bots[:1])
    with pytest.raises(StudyError, match="named once: greedy"):
        ladder(spec, spec.bots)


def test_training_for_several_variants_shares_the_deals_out(tmp_path: Path) -> None:
    """Weights for two antes: half the deals each, and a state that belongs to both."""
    file = tmp_path / "both.yaml"
    words = ("train", "kuhn", "--over", "ante=1,2", "--generations", "2", "--deals", "50", "--out", str(file), "--json")
    done = balance(*words)
    assert done.returncode == 0, done.stderr
    how = json.loads(done.stdout)["trained"]
    assert how["variants"] == ["ante 1", "ante 2"]
    digests = [load("kuhn", [f"ante={ante}"]).called(f"ante {ante}").digest for ante in (1, 2)]
    assert how["spec_hash"] == sha256("".join(digests).encode()).hexdigest()


def test_variants_of_two_games_are_not_trained_together() -> None:
    with pytest.raises(StudyError, match="must be of one game"):
        train(load("kuhn"), generations=1, games=50, others=[load("tictactoe")])


def test_a_feature_that_never_differs_keeps_its_weight_beside_the_others(tmp_path: Path) -> None:
    """Trained weights are in the units of those that training starts from, else a feature it never met would fade."""
    path = tmp_path / "large.yaml"
    weights = {name: 1000 * weight for name, weight in load("kuhn").bots[0].weights.items()}
    path.write_text(f"extends: kuhn\nbots: {json.dumps({'name': 'greedy', 'weights': weights})}\n")
    found = train(load(str(path)), generations=1, games=50)
    sizes = [np.abs(list(one.values())).max() for one in (weights, found.weights)]
    assert 0.2 < sizes[1] / sizes[0] < 5


def test_bots_are_nothing_to_train_over(tmp_path: Path) -> None:
    target = tmp_path / "bot.yaml"
    done = balance("train", "kuhn", "--over", "bots=greedy,random", "--minutes", "0.05", "--out", str(target))
    assert (done.returncode, done.stdout) == (2, "")
    assert "--over bots" in done.stderr
    assert not list(tmp_path.iterdir())
