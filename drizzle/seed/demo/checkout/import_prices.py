"""Reads a supplier's list into the table of prices."""

import csv
import sys

from prices import to_cents


def read(path: str) -> dict[str, int]:
    with open(path, newline="", encoding="utf-8") as file:
        return {row["sku"]: to_cents(row["price"]) for row in csv.DictReader(file)}


if __name__ == "__main__":
    print(len(read(sys.argv[1])), "prices")
