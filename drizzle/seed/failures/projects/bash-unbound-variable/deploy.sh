#!/bin/bash
set -euo pipefail
echo "deploying shop"
echo "region $DEPLOY_REGION"
