def reserve(stock, sku, quantity):
    return {**stock, sku: stock[sku] + quantity}


def restock(stock, sku, quantity):
    return {**stock, sku: stock.get(sku, 0) + quantity}
