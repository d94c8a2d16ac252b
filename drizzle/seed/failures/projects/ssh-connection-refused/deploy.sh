#!/bin/bash
set -euo pipefail
ssh -o BatchMode=yes -p "$PORT" deploy@127.0.0.1 'systemctl restart shop'
