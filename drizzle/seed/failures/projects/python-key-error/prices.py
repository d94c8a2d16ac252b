"""Prices of the shop, in cents."""


def label(row):
    return f"{row['cents'] / 100:.2f} {row['currency']}"


rows = [{"cents": 1299, "currency": "EUR"}, {"cents": 450}]
for row in rows:
    print(label(row))
