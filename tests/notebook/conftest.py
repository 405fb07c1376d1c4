"""The browser of the tests of the page."""

from __future__ import annotations

from ..page.conftest import chromium as chromium
