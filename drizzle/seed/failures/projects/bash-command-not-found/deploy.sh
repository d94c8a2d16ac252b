#!/bin/bash
set -euo pipefail
echo "deploying shop"
deployctl apply --env staging
