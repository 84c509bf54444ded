# SPDX-License-Identifier: Apache-2.0
"""What outgrows one machine, as jobs that engines of others run: docs/campaigns.md. `python3 -m campaign --help`."""
