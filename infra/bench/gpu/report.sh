#!/usr/bin/env bash
# What could not be tested without a GPU, on a machine with one: builds the plans in full and in
# half precision and prints a report of speed, memory, likeness and of what happens when the memory
# ends. Give the properties file of the data plane, with the s3.* keys of a store for the plans.
set -euo pipefail
root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)

refuse() {
  printf 'CONFIGURATION_INVALID: %s\n' "$*" >&2
  exit 2
}

command -v nvidia-smi >/dev/null || refuse "no NVIDIA GPU was found: there is no nvidia-smi"
nvidia-smi -L >/dev/null 2>&1 || refuse "no NVIDIA GPU was found: nvidia-smi lists none"
[ $# = 1 ] && [ -f "$1" ] || refuse "usage: infra/bench/gpu/report.sh PROPERTIES-FILE"

# ONNX Runtime with its GPU providers (Maven 3.9 or later reads this).
export MAVEN_ARGS="-Pgpu ${MAVEN_ARGS:-}"

nvidia-smi --query-gpu=index,name,memory.total,driver_version --format=csv
if command -v trtexec >/dev/null; then
  for precision in full half; do
    time "$root/infra/lipstream" engine build --config "$1" --set render.precision=$precision ||
      printf 'plans at %s precision: not all were built\n' "$precision"
  done
else
  printf 'plans: not built, there is no trtexec\n'
fi
exec "$root/infra/lipstream" bench gpu "$1"
