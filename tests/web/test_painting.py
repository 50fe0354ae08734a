"""What tells a browser that has stopped painting from a page that hangs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .serving import stands_still


def test_a_page_that_is_painted_does_not_stand_still(make_page: Callable[..., Any]) -> None:
    assert not stands_still(make_page(), seconds=5)


def test_a_page_whose_frames_never_come_stands_still(make_page: Callable[..., Any]) -> None:
    page = make_page()
    page.evaluate("window.requestAnimationFrame = () => 0")
    assert stands_still(page, seconds=1)


def test_a_page_that_hangs_has_no_excuse(make_page: Callable[..., Any]) -> None:
    page = make_page()
    page.evaluate("() => void setTimeout(() => { const end = Date.now() + 4000; while (Date.now() < end); }, 0)")
    assert not stands_still(page, seconds=1)
