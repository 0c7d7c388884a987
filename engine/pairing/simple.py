"""The simple chess Swiss (draughts.md section 14, D30): the same procedure with few particulars.

Groups by points, inside a group by start number; half against half; colours by balance first (9.3).
"""

from __future__ import annotations

from engine.pairing.draughts_rules import Rules

SIMPLE = Rules("simple", balance_first=True)
