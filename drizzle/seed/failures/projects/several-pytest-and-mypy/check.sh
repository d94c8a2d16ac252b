#!/bin/bash
status=0
python3 -m pytest -q || status=1
mypy giftcard.py || status=1
exit $status
