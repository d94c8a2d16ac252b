def label(cents: int) -> str:
    return f"{cents / 100:.2f}"


print(label("1299"))
