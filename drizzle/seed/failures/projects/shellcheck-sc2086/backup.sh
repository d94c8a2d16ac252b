#!/bin/bash
target=$1
cp prices.csv $target/prices.csv
