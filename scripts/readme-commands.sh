#!/usr/bin/env bash
# Runs the two set-up commands that stand in the README between the markers, each in a fresh copy of the checkout.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
mapfile -t commands < <(sed -n '/<!-- set-up -->/,/<!-- \/set-up -->/p' "$root/README.md" | sed -n 's/^npm ci && /npm ci \&\& /p')
[ "${#commands[@]}" -eq 2 ] || { echo "expected two set-up commands in README.md, got ${#commands[@]}" >&2; exit 1; }
shared="${VERIDIC_SHARED:-$root/../shared}"
for command in "${commands[@]}"; do
  folder="$(mktemp -d)"
  git -C "$root" ls-files -z --cached --others --exclude-standard | (cd "$root" && tar --null --files-from - -cf -) | tar -xf - -C "$folder"
  echo "\$ $command"
  (cd "$folder" && VERIDIC_SHARED="$shared" bash -c "$command")
  rm -rf "$folder"
done
