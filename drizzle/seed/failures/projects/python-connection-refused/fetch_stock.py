import os
from urllib.request import urlopen

with urlopen(os.environ["API_URL"] + "/stock", timeout=5) as answer:
    print(answer.read())
