# SPDX-License-Identifier: Apache-2.0
"""shots.py PAGES FOLDER - the pictures of the pages in PAGES for README.md and docs/, as FOLDER/NAME.webp."""

import base64
import pathlib
import shutil
import sys
import urllib.parse

from playwright.sync_api import sync_playwright

# of each picture: the page and the part of it, the width of the window, the colour scheme, and the state of the page
PICTURES = {
    "explore": (
        "index",
        "#result",
        1000,
        "light",
        "explore",
        {"say": "__shfl_up_sync(0xffffffff, v, 1, 8)", "lane": "8"},
    ),
    "scan": ("index", "#ran", 1180, "dark", "programs", {"program": "exclusive_scan", "at": "3"}),
    "kernel": ("programs", "#ran", 1180, "light", "kernels", {"at": "2"}),
}
HIDDEN = "#fields, #copy, #ways, #tablebox, .hint { display: none !important; }"  # not in the pictures


def main(pages, folder):
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"))
        for name, (page, part, width, scheme, view, state) in PICTURES.items():
            window = browser.new_page(viewport={"width": width, "height": 1600}, color_scheme=scheme)
            window.goto(
                f"{pathlib.Path(pages, f'{page}.html').resolve().as_uri()}#{view}?{urllib.parse.urlencode(state)}"
            )
            window.wait_for_selector("html[data-ready]", state="attached")
            window.add_style_tag(content=HIDDEN)
            picture = {"format": "webp", "quality": 60, "clip": {**window.locator(part).bounding_box(), "scale": 0.8}}
            taken = window.context.new_cdp_session(window).send("Page.captureScreenshot", picture)["data"]
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            pathlib.Path(folder, f"{name}.webp").write_bytes(base64.b64decode(taken))


if __name__ == "__main__":
    main(*sys.argv[1:])
