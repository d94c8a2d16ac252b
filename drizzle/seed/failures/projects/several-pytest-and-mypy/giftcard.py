def redeem(balance: int, cents: int) -> int:
    return balance - cents


def label(balance: int) -> str:
    return balance / 100
