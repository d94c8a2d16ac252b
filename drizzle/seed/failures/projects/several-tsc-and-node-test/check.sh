#!/bin/bash
status=0
npx tsc -p . || status=1
node --test || status=1
exit $status
