from datetime import date, timedelta


def due(issued):
    return issued + timedelta(days=13)
