"""Every example of the pages does what the page says: it compiles, or gives the findings that it names, and its tests pass."""
from __future__ import annotations

import json

import pytest

from rulewright.compiler.manifest import read_manifest

from .examples import asked, outcome
from .fences import LANGUAGES, Fence, fences, of


@pytest.mark.parametrize("fence", of("rw"), ids=lambda fence: fence.id)
def test_an_example_does_what_the_page_says(fence: Fence) -> None:
    problems, failed = outcome(fence)
    assert sorted({problem.code for problem in problems}) == sorted(asked(fence).finds), [problem.message for problem in problems]
    assert failed == []


@pytest.mark.parametrize("fence", of("yaml"), ids=lambda fence: fence.id)
def test_a_manifest_is_sound(fence: Fence) -> None:
    if fence.words == ("manifest",):
        manifest, problems = read_manifest("pack.yaml", fence.text.encode())
        assert (manifest is not None, problems) == (True, [])


@pytest.mark.parametrize("fence", of("json"), ids=lambda fence: fence.id)
def test_json_is_json(fence: Fence) -> None:
    json.loads(fence.text)


def test_every_fence_names_a_known_language() -> None:
    assert [fence.id for fence in fences() if fence.language not in LANGUAGES] == []
