import pytest


def test_key_error_is_raised_for_an_unknown_article():
    with pytest.raises(KeyError):
        {}["A-100"]


def test_no_error_for_a_known_article():
    assert {"A-100": 1}["A-100"] == 1
