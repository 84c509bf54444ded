# SPDX-License-Identifier: Apache-2.0
"""What outgrows one machine, as jobs that engines of others run: docs/develop/campaigns.md."""
