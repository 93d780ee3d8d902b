"""The examples of the pages run, and the rule system of the tutorial is a good one."""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
sys.path.append(str(DOCS))


@pytest.mark.parametrize("page", ["api.md", "writing-a-rule-system.md"])
def test_the_examples_of_a_page_run_in_order(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    bare = re.sub(r"^```.*$", "", text, flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(bare, {}, page, str(DOCS / page), 0)
    failures: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=failures.append)
    assert examples.examples
    assert not failures, "".join(failures)
