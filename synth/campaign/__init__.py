# SPDX-License-Identifier: Apache-2.0
"""What outgrows one machine, as jobs that engines of others run: docs/develop/campaigns.md."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
