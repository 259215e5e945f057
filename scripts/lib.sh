# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Shared by the scripts here: packages, nvcc, configuring and building. Source it; it prints to stderr only.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
TOOLCHAIN=$ROOT/build/toolchain  # A CUDA toolkit of our own; harness/cli/installation.cpp names it too.

# shellcheck disable=SC2034  # Used by the scripts that source this.
PACKAGES_TO_BUILD=(g++ cmake ninja-build pkg-config libfmt-dev libcli11-dev nlohmann-json3-dev
  libtomlplusplus-dev libssl-dev libzstd-dev libgtest-dev)

# A file compiled in one build folder is the same in another.
export CCACHE_NOHASHDIR=1

say() { printf '%s\n' "$*" >&2; }

die() {
  say "$(basename "$0"): $*"
  exit 3
}

# Those of the packages named that are not installed, one a line.
missing_packages() {
  local name
  command -v dpkg-query >/dev/null || die "no dpkg here: on Debian 12 or Ubuntu 24.04 this script installs \
what it needs; elsewhere install the like of: $*"
  local installed
  # It fails where it knows one of the names not at all: that one is missing.
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
  for name in "$@"; do
    grep -qxF -- "installed $name" <<<"$installed" || printf '%s\n' "$name"
  done
}

# need_packages PACKAGE...: installs what is missing, or says what to run.
need_packages() {
  local names missing sudo=()
  names=$(missing_packages "$@")
  [ -n "$names" ] || return 0
  mapfile -t missing <<<"$names"
  local install=(apt-get install -y --no-install-recommends "${missing[@]}")
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null || ! sudo -n true 2>/dev/null && ! [ -t 0 ]; then
      die "Debian packages are missing; as root, run: apt-get update && ${install[*]}"
    fi
    sudo=(sudo)
  fi
  say "installing Debian packages: ${missing[*]}"
  { "${sudo[@]}" apt-get update && "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive "${install[@]}"; } >&2 ||
    die "Debian packages could not be installed; try: apt-get update && ${install[*]}"
}

# The nvcc that is there already: CUDACXX, PATH, the usual places, our own. Empty if there is none.
find_nvcc() {
  local candidate
  if [ -n "${CUDACXX:-}" ]; then
    command -v "$CUDACXX" || die "CUDACXX is $CUDACXX, which cannot be run; set it to an nvcc or unset it"
    return
  fi
  for candidate in "$(command -v nvcc || true)" /usr/local/cuda/bin/nvcc /usr/local/cuda-*/bin/nvcc \
    /opt/cuda/bin/nvcc "$TOOLCHAIN/bin/nvcc"; do
    if [ -x "$candidate" ]; then
      printf '%s\n' "$candidate"
      return
    fi
  done
}

# Makes a toolkit out of NVIDIA's Python wheels: they hold nvcc, but neither lib64 nor libcudart.so.
install_nvcc() {
  local into
  need_packages python3 python3-pip
  mkdir -p "$ROOT/build"
  into=$(mktemp -d "$ROOT/build/toolchain.XXXXXX")
  say "no nvcc found (CUDACXX, PATH, /usr/local/cuda*): installing NVIDIA's wheels into $TOOLCHAIN"
  if ! python3 -m pip install --no-deps --no-compile --disable-pip-version-check --target "$into" \
    'nvidia-cuda-nvcc==13.0.*' 'nvidia-cuda-runtime==13.0.*' 'nvidia-cuda-crt==13.0.*' \
    'nvidia-nvvm==13.0.*' 'nvidia-cuda-cccl==13.0.*' 'nvidia-cuda-profiler-api==13.0.*' \
    'nvidia-curand==10.4.0.*' >&2; then
    rm -rf "$into"
    die "nvcc could not be installed from PyPI; install a CUDA 12 or 13 toolkit and set CUDACXX to its nvcc"
  fi
  ln -s lib "$into/nvidia/cu13/lib64"
  ln -s libcudart.so.13 "$into/nvidia/cu13/lib/libcudart.so"
  rm -rf "$TOOLCHAIN"
  mv "$into/nvidia/cu13" "$TOOLCHAIN"
  rm -rf "$into"
}

# Sets CUDACXX, installing a toolkit if there is none.
need_nvcc() {
  local nvcc
  nvcc=$(find_nvcc) || exit
  if [ -z "$nvcc" ]; then
    install_nvcc
    nvcc=$TOOLCHAIN/bin/nvcc
  fi
  export CUDACXX=$nvcc
}

# configure PRESET: once, and again when the presets have changed; from scratch when another toolkit is used.
configure() {
  local build=$ROOT/build/$1 toolkit fresh=--fresh
  toolkit=$(dirname "$(dirname "$(readlink -f "$CUDACXX")")")
  if [ -f "$build/build.ninja" ] && [ "$(cat "$build/toolkit")" = "$toolkit" ]; then
    [ "$build/toolkit" -nt "$ROOT/CMakePresets.json" ] && return
    fresh=
  fi
  say "configuring $build"
  mkdir -p "$build"
  (cd "$ROOT" && cmake --preset "$1" ${fresh:+"$fresh"} -DCUDAToolkit_ROOT="$toolkit") >"$build/configure.log" 2>&1 || {
    cat "$build/configure.log" >&2
    die "configuring failed"
  }
  printf '%s\n' "$toolkit" >"$build/toolkit"
}

# Ninja's lines on stderr: on a terminal its progress replaces itself; nothing where there is nothing to do.
show_build() {
  local line
  while IFS= read -r line; do
    case $line in
      'ninja: no work to do.' | 'ninja: Entering directory'* | '[0/'*'Re-checking globbed'*) ;;
      '['*) if [ -t 2 ]; then printf '\r\033[K%.*s' "${COLUMNS:-80}" "$line" >&2; fi ;;
      *) printf '%s\n' "$line" >&2 ;;
    esac
  done
  if [ -t 2 ]; then printf '\r\033[K' >&2; fi
}

# build PRESET TARGET...: what is stale; two calls at once wait for each other.
build() {
  local build=$ROOT/build/$1
  shift
  [ -x "$build/bin/warpgrade" ] || say "building in $build: once, some minutes"
  (
    flock 9
    ninja -C "$build" "$@" 2>&1 | show_build
    exit "${PIPESTATUS[0]}"
  ) 9>"$build/lock" || die "the build failed"
}
