#!/bin/bash
set -euo pipefail
curl --fail --silent --show-error "$API_URL/health"
