#!/bin/bash
set -euo pipefail
if [ "${1:-}" = staging ]; then
  echo "deploying to staging"
