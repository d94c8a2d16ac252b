#!/bin/bash
set -euo pipefail
psql -h 127.0.0.1 -p "$PORT" -U shop -d shop -f migrate.sql
