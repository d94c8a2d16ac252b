import pytest


@pytest.fixture
def warehouse():
    return object()
