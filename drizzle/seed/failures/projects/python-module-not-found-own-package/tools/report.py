from shop.stock import count

print(count())
