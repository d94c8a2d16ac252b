#!/bin/bash
# Stands in for the container's memory limit: ends a Node process of this script that holds more than 180 MB.
watch_memory() {
  while sleep 0.1; do
    for pid in $(pgrep -P $$ -f build.mjs); do
      if [ "$(awk '/VmRSS/ { print $2 }' "/proc/$pid/status" 2>/dev/null || echo 0)" -gt 180000 ]; then
        kill -KILL "$pid"
        return
      fi
    done
  done
}
watch_memory &
disown
