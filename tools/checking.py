"""The findings in content: with what an earlier check has left on the disk, in one process or in several. The answer is the same in every way."""
from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.dsl.packfiles import PackFiles

from .cache import Cache
from .collector import standing
from .front import Result, result_of
from .reading import read

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from rulewright.compiler.kept import Kept

WORTH_A_PROCESS = 100_000
"""Characters of new text below which one process is the fastest."""
WORTH_LEAVING = 100
"""Of so many pieces and definitions one must be new, or the cache is left as it is: writing all of it takes as long as finding out a hundredth."""


def check_paths(paths: Sequence[str], pack_folders: Iterable[str] = (), folder: Path | None = None, jobs: int = 1) -> Result:
    """All findings in what the paths name; no ruleset. `folder` is the cache's, None for none. Raises `NothingToRead` for a path without a pack."""
    from .setup_findings import check_with_chance

    reading = read(paths, pack_folders)
    with standing():
        kept = _kept()
        cache = None if folder is None else Cache(folder, [str(Path(path).absolute()) for path in paths])
        found = cache.load() if cache is not None else None
        if found is not None:
            _add(kept, found)
        if jobs > 1 and kept.new_text(reading.packs) >= WORTH_A_PROCESS:
            _shared(reading.packs, kept, found, jobs)
        compiled, partly = check_with_chance(reading.packs, kept)
        if cache is not None and WORTH_LEAVING * kept.fresh > kept.size():
            cache.store(kept.record())
    result = result_of(reading, compiled)
    if partly:
        result.read["set_ups_not_gone_through"] = partly
    return result


def _kept() -> Kept:
    from rulewright.compiler.collect import NOT_A_DEFINITION
    from rulewright.compiler.kept import Kept

    return Kept(NOT_A_DEFINITION)


def _add(kept: Kept, found: Any) -> None:
    """Add what was left, unless it is not of the form that it should have."""
    try:
        kept.add(found)
    except ValueError:
        return


# ---------------------------------------------------------------- several processes


def _shared(packs: Sequence[PackFiles], kept: Kept, found: Any, jobs: int) -> None:
    """Let other processes find out what is new, and add it."""
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    ends: list[Connection] = []
    workers = []
    for number in range(jobs):
        mine, theirs = context.Pipe()
        worker = context.Process(target=_work, args=(theirs, list(packs), found, number, jobs), daemon=True)
        worker.start()
        theirs.close()
        ends.append(mine)
        workers.append(worker)
    try:
        read_by = [end.recv() for end in ends]
        for number, end in enumerate(ends):
            end.send([text for other, text in enumerate(read_by) if other != number])
        made_by = [end.recv() for end in ends]
    except EOFError:
        return  # One has been ended from outside: this process does the work itself.
    finally:
        for worker in workers:
            worker.terminate()
            worker.join()
    for text in (*read_by, *made_by):
        record = json.loads(text)
        kept.fresh += len(record["parsed"]) + sum(map(len, record["made"].values()))
        kept.add(record)


def _work(end: Connection, packs: list[PackFiles], found: Any, number: int, count: int) -> None:
    """One of the other processes."""
    from rulewright.compiler.shares import Share

    with standing():
        kept = _kept()
        if found is not None:
            _add(kept, found)
        share = Share(packs, kept, number, count)
        end.send(json.dumps(share.read()))
        for text in end.recv():
            kept.add(json.loads(text))
        end.send(json.dumps(share.make()))
