import re


def order_number(line: str) -> str:
    return re.match(r"order (\d+)", line).group(1)


print(order_number("order 12"))
