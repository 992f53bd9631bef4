#!/usr/bin/env python3
"""Adds the columns browser, browser_version and store to a table of labelled user agents.

Usage: label_browsers.py LABELS.tsv > LABELLED.tsv

The labels come from device_detector, another classifier (`pip install device_detector`), so that

    fingerpost-bench accuracy --labels LABELLED.tsv

prints the precision of device.browser, device.browser_version and device.store beside it. A browser that is none of
Fingerpost's list is `other`; where the peer knows no browser or no system, the field stays empty and is not scored. The
store follows from the peer's system and brand. A table takes the peer a fifteenth of a second for each row, so take a part:

    awk 'NR == 1 || NR % 12 == 0' labels.tsv > part.tsv
"""
import sys

from device_detector import DeviceDetector

# The peer's names, and those of Fingerpost.
BROWSERS = {
    "Chrome": "chrome", "Chrome Mobile": "chrome", "Chrome Mobile iOS": "chrome", "Chrome Webview": "chrome",
    "Firefox": "firefox", "Firefox Mobile": "firefox", "Firefox Mobile iOS": "firefox", "Firefox Focus": "firefox",
    "Firefox Klar": "firefox", "Safari": "safari", "Mobile Safari": "safari", "Samsung Browser": "samsung_internet",
    "Microsoft Edge": "edge", "Opera": "opera", "Opera Mobile": "opera", "Opera Mini": "opera",
    "Opera Mini iOS": "opera", "Opera Touch": "opera", "Opera GX": "opera", "DuckDuckGo Privacy Browser": "duckduckgo",
    "Brave": "brave", "Vivaldi": "vivaldi", "Yandex Browser": "yandex", "Yandex Browser Lite": "yandex",
    "UC Browser": "uc", "UC Browser Mini": "uc", "UC Browser HD": "uc", "UC Browser Turbo": "uc",
    "MIUI Browser": "mi_browser", "Mi Browser": "mi_browser", "Mobile Silk": "silk", "Huawei Browser": "huawei_browser",
    "Huawei Browser Mobile": "huawei_browser",
}

# Systems by the peer's names whose links open a store, or no store at all.
STORES = {
    "iOS": "app_store", "iPadOS": "app_store", "Fire OS": "amazon", "HarmonyOS": "huawei", "Windows": "none",
    "Mac": "none", "GNU/Linux": "none", "Ubuntu": "none", "Chrome OS": "none", "Tizen": "none", "webOS": "none",
    "KaiOS": "none", "FreeBSD": "none", "Fedora": "none", "Debian": "none",
}


def labels(agent):
    device = DeviceDetector(agent).parse()
    if device.is_bot():
        return "", "", ""
    browser = version = ""
    if device.client_type() == "browser" and device.client_name():
        browser = BROWSERS.get(device.client_name(), "other")
        version = device.client_version() or ""
    system = device.os_name() or ""
    store = STORES.get(system, "")
    brand = device.device_brand()
    # Which of Huawei's phones have Google's services the peer does not know.
    if system == "Android" and brand not in ("Huawei", "Honor"):
        store = "amazon" if brand == "Amazon" else "play"
    # Puffin's server runs Linux, and that is all that the peer sees.
    if (device.client_name() or "").startswith("Puffin"):
        store = ""
    return browser, version, store


def main():
    with open(sys.argv[1], encoding="utf-8", errors="surrogateescape", newline="\n") as table:
        rows = [line.rstrip("\n").split("\t") for line in table]
    sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    print("\t".join(rows[0] + ["browser", "browser_version", "store"]))
    for row in rows[1:]:
        row += [""] * (len(rows[0]) - len(row))
        print("\t".join(row + list(labels(row[0]))))


if __name__ == "__main__":
    main()
