#!/usr/bin/env bash
# What could not be tested without a GPU, on a machine with one: runs the tests that need one, builds
# the plans in full and in half precision, prints a report by engine (speed, memory, likeness, what
# happens when the memory ends) and renders one clip. A part that fails is said, and the next is run.
# Give the properties file of the data plane, with the s3.* keys of a store for the plans.
set -euo pipefail
root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)

refuse() {
  printf 'CONFIGURATION_INVALID: %s\n' "$*" >&2
  exit 2
}

part() {
  local title=$1
  shift
  printf '\n== %s\n' "$title"
  "$@" || printf '%s: failed with status %s\n' "$title" "$?"
}

command -v nvidia-smi >/dev/null || refuse "no NVIDIA GPU was found: there is no nvidia-smi"
nvidia-smi -L >/dev/null 2>&1 || refuse "no NVIDIA GPU was found: nvidia-smi lists none"
[ $# = 1 ] || refuse "usage: infra/bench/gpu/report.sh PROPERTIES-FILE"
[ -f "$1" ] && [ -r "$1" ] || refuse "the settings '$1' are no file that can be read"
settings=$1

# ONNX Runtime with its GPU providers (Maven 3.9 or later reads this). Whatever was built without
# them is built again, and what is built with them is not left to who comes after.
export MAVEN_ARGS="-Pgpu ${MAVEN_ARGS:-}"
forget_build() { rm -f "$root"/infra/local/target/built "$root"/infra/bench/target/built; }
trap forget_build EXIT
forget_build

"$root/infra/lipstream" --help >/dev/null
grep -q onnxruntime_gpu "$root/infra/local/target/class-path.txt" ||
  refuse "the build has no onnxruntime_gpu: Maven is older than 3.9 and does not read MAVEN_ARGS"

nvidia-smi --query-gpu=index,name,memory.total,driver_version --format=csv
part 'tests that need a GPU' "$root/infra/lipstream" test -pl render-stage -am -Dgroups=gpu \
  -Dtest.excluded.groups= -Dsurefire.failIfNoSpecifiedTests=false
if command -v trtexec >/dev/null; then
  for precision in full half; do
    part "plans at $precision precision" "$root/infra/lipstream" engine build --config "$settings" \
      --set render.precision=$precision
  done
else
  printf '\n== plans: not built, there is no trtexec\n'
fi
part 'engines' "$root/infra/lipstream" bench gpu "$settings"
part 'one clip' "$root/infra/lipstream" render --data "$root/.lipstream/gpu" \
  --out lipstream-gpu.mp4 --set render.onnxruntime-provider=cuda --set render.engine=onnxruntime
