#!/bin/bash
set -euo pipefail
version=$(git describe --tags)
echo "releasing $version"
