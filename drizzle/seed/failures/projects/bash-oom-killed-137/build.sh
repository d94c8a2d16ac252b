#!/bin/bash
source ./memory-limit.sh
echo "building pages"
node build.mjs
status=$?
echo "build ended with exit code $status"
exit $status
