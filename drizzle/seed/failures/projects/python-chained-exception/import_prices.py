class PriceListError(Exception):
    """A price list that cannot be imported."""


def cents(text):
    try:
        return int(text)
    except ValueError as error:
        raise PriceListError("line 3 of the price list is not a number") from error


print([cents(text) for text in ["1299", "450", "12,99"]])
