#!/bin/bash
set -euo pipefail
echo "deploying to $1"
