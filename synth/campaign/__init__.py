# SPDX-License-Identifier: Apache-2.0
"""Large checks as lists of jobs for GNU Parallel and Slurm: docs/develop/campaigns.md."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
