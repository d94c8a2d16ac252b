def count():
    return 3
