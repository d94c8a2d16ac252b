"""Prices of the suppliers, as whole cents."""

from decimal import ROUND_HALF_UP, Decimal


def to_cents(price: str) -> int:
    return int((Decimal(price) * 100).quantize(Decimal(1), rounding=ROUND_HALF_UP))
