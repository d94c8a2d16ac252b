def test_an_order_reserves_stock(warehouse):
    assert warehouse.reserve("A-100") == 1
