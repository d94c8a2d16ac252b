#!/bin/bash
set -euo pipefail
curl --fail --silent --show-error --request POST "$API_URL/401/deploy"
