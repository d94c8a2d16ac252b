"""An invoice of an order; its sums are those of the cart."""

from prices import to_cents


def net_cents(lines: list[tuple[int, str]]) -> int:
    return sum(quantity * to_cents(price) for quantity, price in lines)
