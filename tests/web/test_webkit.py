"""The page in WebKit, the engine of Safari and of the browsers on Apple's phones: a game by hand, and what is kept.

Other browsers are driven by puppeteer (``test_browsers.py``), which knows no WebKit. Here WebDriver does it: WebKitGTK
on Linux, Safari on macOS. Its window is a private one, in which WebKit stores less than other browsers.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bombsight.cli.app import app
from bombsight.service.site.editions import SiteOrder, build_editions
from bombsight.service.site.folder import write_folder
from bombsight.service.site.site import build_site_files
from tests.examples import EXAMPLES
from tests.web.beside_node import ROOT

selenium = pytest.importorskip("selenium", reason="needs Selenium: python -m pip install '.[dev]'")

LIGHTHOUSE = EXAMPLES / "lighthouse"
BUILT = ROOT / "service" / "site" / "built"

DRIVER = shutil.which("WebKitWebDriver")
MINI_BROWSERS = sorted(Path("/usr").glob("lib*/**/webkit2gtk-4.*/MiniBrowser")) if DRIVER else []
HAS_SCREEN = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or shutil.which("Xvfb"))
IS_MAC = sys.platform == "darwin"

pytestmark = [
    pytest.mark.skipif(
        not (IS_MAC or (MINI_BROWSERS and HAS_SCREEN)),
        reason="needs WebKit: Safari, or WebKitWebDriver with Xvfb (apt install webkit2gtk-driver xvfb)",
    ),
    pytest.mark.slow,
    pytest.mark.xdist_group("browsers"),
]

PATIENCE = 60
"""The most seconds to wait for something on the page."""

CAPTURE_SAVE = """
window.savedTexts = [];
const create = URL.createObjectURL;
URL.createObjectURL = (blob) => { blob.text().then((text) => window.savedTexts.push(text)); return create(blob); };
"""
"""Keeps the text of a file that the page gives out; WebDriver does not know where a browser puts downloads."""


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files, and writes nothing about it."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(name="home", scope="module")
def fixture_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site with the example game."""
    folder = tmp_path_factory.mktemp("site")
    write_folder(build_site_files([*build_editions(SiteOrder(games=(str(LIGHTHOUSE),)))], BUILT, ()), folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture(name="display", scope="module")
def fixture_display() -> Iterator[None]:
    """A screen for the browser, if there is none."""
    if IS_MAC or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        yield
        return
    import subprocess

    reading, writing = os.pipe()
    server = subprocess.Popen(("Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24"), pass_fds=(writing,))
    os.close(writing)
    with os.fdopen(reading) as numbers:
        os.environ["DISPLAY"] = f":{numbers.readline().strip()}"
    yield
    del os.environ["DISPLAY"]
    server.terminate()
    server.wait()


@pytest.fixture(name="browser")
def fixture_browser(display: None) -> Iterator[Any]:
    from selenium import webdriver

    if IS_MAC:
        driver: Any = webdriver.Safari()
    else:
        options = webdriver.WebKitGTKOptions()
        options.binary_location = str(MINI_BROWSERS[-1])
        options.add_argument("--automation")
        driver = webdriver.WebKitGTK(options=options, service=webdriver.WebKitGTKService(DRIVER))
    driver.set_page_load_timeout(PATIENCE)
    driver.set_window_size(1100, 800)
    yield driver
    driver.quit()


def find(browser: Any, selector: str) -> Any:
    """The first element that is in sight, once it is."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for element in browser.find_elements("css selector", selector):
            if element.is_displayed():
                return element
        time.sleep(0.02)
    raise AssertionError(f"the page never shows {selector}")


def press(browser: Any, text: str) -> None:
    """Click the button with a text."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for element in browser.find_elements("xpath", f"//button[normalize-space()='{text}']"):
            if element.is_displayed():
                element.click()
                return
        time.sleep(0.02)
    raise AssertionError(f"no button says {text}")


def read_prompt(browser: Any) -> str:
    """What the page asks, once it asks something that was not answered yet."""
    return str(find(browser, "#prompt:not([data-answered])").text)


def answer(browser: Any) -> str:
    """Take the suggested answer by the Enter key, which turns the pages of a long story first; return what is asked."""
    browser.execute_script("document.querySelector('#prompt').setAttribute('data-answered', '')")
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not browser.find_elements("css selector", "#prompt:not([data-answered])"):
        browser.switch_to.active_element.send_keys("\ue007")
        time.sleep(0.2)
    return read_prompt(browser)


def is_over(browser: Any) -> bool:
    return not browser.find_elements("css selector", ".asked button.option, .asked .matrix, .asked .faces")


def test_a_game_by_hand_outlives_a_reload_and_is_replayed_by_python(home, browser, tmp_path):
    browser.get(f"{home}play/#/lighthouse/new")
    find(browser, "form > details:last-of-type > summary").click()
    find(browser, "#seed").send_keys("7")
    press(browser, "Begin")
    read_prompt(browser)
    for _ in range(4):
        prompt = answer(browser)
    story = find(browser, ".story").text
    browser.refresh()
    assert read_prompt(browser) == prompt
    assert find(browser, ".story").text == story
    for _ in range(60):
        if is_over(browser):
            break
        answer(browser)
    assert is_over(browser)

    browser.execute_script(CAPTURE_SAVE)
    press(browser, "More")
    press(browser, "Save as a file")
    end = time.monotonic() + PATIENCE
    while not (texts := browser.execute_script("return window.savedTexts")) and time.monotonic() < end:
        time.sleep(0.02)
    save = tmp_path / "night.jsonl"
    save.write_text(texts[0], encoding="utf-8")
    done = CliRunner().invoke(app, ["replay", "-q", "--path", str(LIGHTHOUSE.parent), str(save)])
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("width", [390, 1100])
def test_nothing_is_wider_than_the_window(home, browser, width):
    browser.set_window_size(width, 800)
    for place in ("index.html", "play/#/", "play/#/lighthouse", "play/#/lighthouse/new"):
        browser.get(f"{home}{place}")
        find(browser, "h1")
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth"), place
