import feed_reader

print(feed_reader.load("prices.xml"))
