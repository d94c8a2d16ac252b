#!/bin/bash
set -euo pipefail
while IFS=, read -r sku cents; do
  if [ "$cents" = 0 ]; then
    echo "error: price of $sku is 0" >&2
    exit 1
  fi
done < prices.csv
