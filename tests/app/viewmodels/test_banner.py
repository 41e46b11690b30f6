"""One notice at a time, the newest first."""

from app.domain import Notice, NoticeLevel
from app.viewmodels.banner import Banner


def _notice(text: str) -> Notice:
    return Notice(NoticeLevel.WARNING, text)


def test_dismissing_the_newest_brings_back_the_one_before() -> None:
    banner = Banner()
    changes: list[str] = []
    banner.changed.connect(lambda: changes.append(banner.text))
    for text in ("one", "two", "one"):
        banner.show(_notice(text))
    banner.dismiss()
    banner.dismiss()
    banner.dismiss()
    assert changes == ["one", "two", "one", "two", ""]


def test_an_action_is_done_once_and_may_show_the_next_notice() -> None:
    banner = Banner()
    banner.show(_notice("full"), "Continue", lambda: banner.show(_notice("going on")))
    assert banner.action_label == "Continue"
    banner.perform_action()
    assert (banner.text, banner.action_label) == ("going on", "")


def test_offers_are_withdrawn_but_facts_stay() -> None:
    banner = Banner()
    banner.show(_notice("fact"))
    banner.show(_notice("offer"), "Do it", lambda: None)
    banner.withdraw_offers()
    assert banner.text == "fact"


def test_a_refusal_is_withdrawn_once_it_no_longer_holds() -> None:
    banner = Banner()
    banner.show(_notice("fact"))
    banner.refuse("not yet")
    assert banner.text == "not yet"
    banner.withdraw_refusals()
    assert banner.text == "fact"


def test_what_is_no_longer_so_is_withdrawn() -> None:
    banner = Banner()
    banner.show(_notice("full"))
    banner.show(_notice("fact"))
    banner.withdraw("full")
    banner.withdraw("never said")
    assert banner.text == "fact"
    banner.dismiss()
    assert banner.text == ""


def test_what_came_of_an_action_gives_way_to_what_came_of_the_next() -> None:
    banner = Banner()
    banner.show(_notice("fact"))
    for text in ("The export is in a.md.", "The export is in b.md."):
        banner.show(Notice(NoticeLevel.INFO, text, is_passing=True))
    assert banner.text == "The export is in b.md."
    banner.show(_notice("The disk is full."))
    banner.dismiss()
    assert banner.text == "The export is in b.md."
    banner.dismiss()
    assert banner.text == "fact"
