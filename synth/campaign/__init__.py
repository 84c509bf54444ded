# SPDX-License-Identifier: Apache-2.0
"""Large checks as lists of jobs for GNU Parallel and Slurm: docs/develop/campaigns.md."""
