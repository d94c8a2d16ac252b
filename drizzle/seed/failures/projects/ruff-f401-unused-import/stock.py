import csv
import json


def read_stock(path):
    with open(path, newline="") as lines:
        return {row["article"]: int(row["pieces"]) for row in csv.DictReader(lines)}
