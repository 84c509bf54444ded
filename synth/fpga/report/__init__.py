# SPDX-License-Identifier: Apache-2.0
"""docs/use/fpga.md: what is measured, the record of it, and the page and plots made of the record."""
