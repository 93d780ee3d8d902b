"""Golden records are replayed to the same end, and random battles tell what they told when they were signed."""

from __future__ import annotations

import pytest
from renew_iwd_golden import GOLDEN


@pytest.mark.parametrize("name", GOLDEN.makers)
def test_a_golden_record_is_replayed_to_the_same_end(name):
    GOLDEN.check(name)


@pytest.mark.parametrize("name", [name for name in GOLDEN.makers if name.endswith("-umpire")])
def test_the_umpire_has_changed_something_in_his_battles(name):
    kinds = [told.event.kind for told in GOLDEN.replayed(name).told]
    assert kinds.count("changed") >= 5
    assert "damage" in kinds


def test_there_is_a_record_for_each_name_and_no_other():
    assert GOLDEN.stored() == sorted(GOLDEN.makers)


def test_random_battles_have_the_signature_that_they_had():
    assert GOLDEN.signature() == GOLDEN.signed


def test_hashes_of_words_make_no_difference():
    GOLDEN.check_with_other_hashes()
