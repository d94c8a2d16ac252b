#!/bin/bash
set -eu
cc -O0 -o importer import.c
./importer
echo imported
