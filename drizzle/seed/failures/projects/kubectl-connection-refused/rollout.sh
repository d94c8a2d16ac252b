#!/bin/bash
set -euo pipefail
kubectl rollout status deployment/shop --timeout=30s
