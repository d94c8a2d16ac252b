from giftcard import redeem


def test_a_gift_card_never_goes_below_zero():
    assert redeem(500, 900) == 0
