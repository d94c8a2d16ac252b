def net_cents(price_cents):
    return price_cents - discount_cents
