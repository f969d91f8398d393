"""The only module that knows numba: its decorators, its flags and its cache folder.

numba keys a cached function by that function's own file, so after a change in a *callee* the old machine code would run
on. The cache folder's name therefore holds a digest of every module that compiles (ours and any plugin game's), of
numba's version and of the bounds-check flag, which numba's own key leaves out.

numba names a compiled function by its argument types, but a record type by a number that counts up in each process. So
two games compiled by two processes got functions of the same name, and a process that loaded both from the cache ran
one game's code for the other, silently. Records are therefore named by their fields here.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
import platformdirs
from llvmlite import ir
from numba import extending
from numba.core import event
from numba.core.codegen import CPUCodeLibrary
from numba.core.dispatcher import Dispatcher
from numba.core.errors import TypingError
from numba.core.types import NestedArray, Record, int64, unliteral

from balance.engine import game

COMPILED_ROOMS = ("engine", "bots", "arena", "games")
KEPT_FOLDERS = 6

config: Any = numba.config  # its settings are made at run time, so type checkers do not see them
PLAIN = bool(config.DISABLE_JIT)

_BIT = ir.IntType(1)
_HOW: dict[str, Any] = {"error_model": "numpy", "_nrt": False}


def _sources() -> Iterator[Path]:
    package = Path(__file__).parents[1]
    for room in COMPILED_ROOMS:
        yield from sorted((package / room).rglob("*.py"))
    for entry in game._entries().values():
        top = entry.module.split(".")[0]
        spec = find_spec(top) if top != "balance" else None
        if spec is None:
            continue
        for folder in spec.submodule_search_locations or []:
            yield from sorted(Path(folder).rglob("*.py"))
        if spec.origin and not spec.submodule_search_locations:
            yield Path(spec.origin)  # a game that is one file


def _digest() -> str:
    state = hashlib.sha256(f"{numba.__version__} {config.BOUNDSCHECK}".encode())
    for source in _sources():
        state.update(source.read_bytes())
    return state.hexdigest()[:16]


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _prune(base: Path, keep: Path) -> None:
    others = [folder for folder in base.glob("kernels-*") if folder != keep]
    others.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in others[KEPT_FOLDERS - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)


def _cache_folder() -> Path:
    base = Path(os.environ.get("BALANCE_CACHE_DIR") or platformdirs.user_cache_dir("balance"))
    folder = base / f"kernels-{_digest()}"
    if not _is_writable(folder):
        return Path(tempfile.mkdtemp(prefix="balance-kernels-"))
    os.utime(folder)
    _prune(base, folder)
    return folder


def _symbol(kind: Record | NestedArray) -> tuple[str, tuple]:
    return f"{type(kind).__name__}_{hashlib.sha256(kind.name.encode()).hexdigest()[:24]}", ()


Record.mangling_args = NestedArray.mangling_args = property(_symbol)  # type: ignore[assignment]

_call_template = Dispatcher.get_call_template


def _by_type(dispatcher: Any, args: Any, kws: Any) -> Any:
    """How a call is compiled: numba would compile the function called once more for every constant it is given."""
    return _call_template(dispatcher, [unliteral(a) for a in args], {key: unliteral(a) for key, a in dict(kws).items()})


Dispatcher.get_call_template = _by_type  # type: ignore[assignment, method-assign]

_WHOLE: set[str] = set()
_optimize = CPUCodeLibrary._optimize_final_module


def _optimize_whole(library: Any) -> None:
    if library.name in _WHOLE:
        for function in library._final_module.functions:
            if function.linkage == llvm.Linkage.linkonce_odr:
                # Not `internal`: the loader would find such a function by its name and call it from other libraries.
                function.linkage = llvm.Linkage.private
    _optimize(library)


CPUCodeLibrary._optimize_final_module = _optimize_whole  # type: ignore[method-assign]

CACHE = _cache_folder()
config.CACHE_DIR = str(CACHE)


def njit(function: Callable) -> Any:
    """Compile `function` without Python objects, without the interpreter lock, cached on disk.

    It may not make arrays: memory is handed in from outside (numba stops with `NRT required but not enabled`). That
    leaves out the counting of references, which took up to two thirds of the time of a fast game: each call with an
    array as argument counted it up and down, by instructions that wait for all processors.
    """
    return _compiled(function, inline=False)


def program(function: Callable) -> Any:
    """Compile `function` as a whole program: what it calls is its own, so all of that is fitted to this one use.

    Elsewhere each function called must keep the arguments that numba gives it (an array alone is seven).
    """
    _WHOLE.add(function.__qualname__)
    return _compiled(function, inline=False)


def inlined(function: Callable) -> Any:
    """Compile `function` into whatever calls it: for short ones that are called for every decision from one place."""
    return _compiled(function, inline=True)


def _compiled(function: Callable, inline: bool) -> Any:
    decorate: Any = numba.njit  # its settings are not all declared
    return decorate(function, cache=True, nogil=True, forceinline=inline, **_HOW)


def overload(stub: Callable, inline: bool = False) -> Callable:
    """Say which function stands for `stub` in compiled code, given its arguments' types; `inline` as in `inlined`."""
    declare: Any = extending.overload
    return declare(stub, jit_options={**_HOW, "forceinline": inline})


def ones(x):
    """How many bits of `x` (int64, 0 or more) are set."""
    return int(x).bit_count()


def lowest(x):
    """The number of the lowest bit of `x` (int64, not 0) that is set."""
    return (int(x) & -int(x)).bit_length() - 1


def deposit(x, mask):
    """The lowest bits of `x`, one after the other at the places of the set bits of `mask` (both int64, 0 or more)."""
    places = [i for i in range(int(mask).bit_length()) if int(mask) >> i & 1]
    return sum((int(x) >> k & 1) << place for k, place in enumerate(places))


def _can_deposit() -> bool:
    """Whether compiled code runs where bits are deposited in one fast step (x86 with BMI2, but not Zen 1 and 2)."""
    try:
        features = llvm.get_host_cpu_features()
    except RuntimeError:  # LLVM cannot tell
        return False
    is_host = config.CPU_NAME is None and config.CPU_FEATURES is None
    return is_host and features.get("bmi2", False) and llvm.get_host_cpu_name() not in ("znver1", "znver2")


CAN_DEPOSIT = not PLAIN and _can_deposit()


@extending.intrinsic
def _ones(context, x):
    return int64(int64), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])


@extending.intrinsic
def _lowest(context, x):
    return int64(int64), lambda context, builder, signature, arguments: builder.cttz(arguments[0], ir.Constant(_BIT, 1))


@extending.intrinsic
def _deposit(context, x, mask):
    def build(context, builder, signature, arguments):
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind), arguments)

    return int64(int64, int64), build


if not PLAIN:
    overload(ones)(lambda x: lambda x: _ones(x))  # type: ignore[call-arg]
    overload(lowest)(lambda x: lambda x: _lowest(x))  # type: ignore[call-arg]
if CAN_DEPOSIT:
    overload(deposit)(lambda x, mask: lambda x, mask: _deposit(x, mask))  # type: ignore[call-arg]


class _Compilations(event.Listener):
    """Counts those under way: one starts others, and what the cache holds starts none."""

    running = 0

    def on_start(self, event: event.Event) -> None:
        self.running += 1

    def on_end(self, event: event.Event) -> None:
        self.running -= 1


_COMPILATIONS = _Compilations()
event.register("numba:compile", _COMPILATIONS)


def is_compiling() -> bool:
    """Whether something is being compiled, in whichever thread."""
    return _COMPILATIONS.running > 0


__all__ = [
    "CACHE",
    "CAN_DEPOSIT",
    "PLAIN",
    "Record",
    "TypingError",
    "deposit",
    "inlined",
    "is_compiling",
    "lowest",
    "njit",
    "ones",
    "overload",
    "program",
]
