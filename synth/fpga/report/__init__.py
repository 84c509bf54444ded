# SPDX-License-Identifier: Apache-2.0
"""docs/use/fpga.md: the points that are measured, their record, and the page and plots of it."""
