from stock import reserve, restock


def test_reserving_reduces_the_stock():
    assert reserve({"A-100": 5}, "A-100", 2) == {"A-100": 3}


def test_restocking_an_unknown_article_starts_at_zero():
    assert restock({}, "B-200", 4) == {"B-200": 4}
