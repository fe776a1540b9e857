#!/usr/bin/env bash
# Packs the package, installs the tarball into an empty folder, and uses it there as a stranger would.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$root"
npm run --silent build >/dev/null
tarball="$(npm pack --silent --ignore-scripts --pack-destination "$folder")"
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund "./$tarball"

echo "installed: $(du -sm node_modules | cut -f1) MB, $(find node_modules -name package.json -path '*node_modules/*' -not -path '*/dist/*' | grep -cE 'node_modules/(@[^/]+/)?[^/]+/package.json$') packages"
[ "$(du -sm node_modules | cut -f1)" -le 90 ] || { echo "more than 90 MB" >&2; exit 1; }

npx --no-install veridic --version
npx --no-install veridic verify --prediction '<think>hm</think>Blue' --ground-truth blue --json | grep -q '"is_correct": true'
npx --no-install veridic init demo >/dev/null
(cd demo && npx --no-install veridic eval eval.yaml --json --quiet > summary.json)
node -e '
  const summary = JSON.parse(require("fs").readFileSync("demo/summary.json", "utf8"));
  if (summary.status !== "complete" || !(summary.samples > 0)) throw new Error("the eval did not complete");
'
(cd demo && npx --no-install veridic runs show latest --json >/dev/null && npx --no-install veridic runs export latest --format junit -o report.xml --quiet && test -s report.xml)
npx --no-install veridic doctor >/dev/null

skill=node_modules/veridic/skills/llm-as-verifier
node "$skill/scripts/lav-runner.mjs" --input "$skill/examples/weighted-ensemble-selection.json" --output lav.json --mock
grep -q '"ok": true' lav.json
printf '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n' | npx --no-install veridic mcp | grep -q '"name":"compare"'

cat > three-lines.mjs <<'JS'
import { buildVerificationPipeline } from "veridic";
const pipeline = buildVerificationPipeline({ extractors: [{ type: "number" }], verifier: { type: "numeric" } });
const { isCorrect } = await pipeline.verify({ prediction: "so it is 1,234.50", groundTruth: "1234.5" });
if (!isCorrect) throw new Error("expected a right answer");
JS
node three-lines.mjs

cat > own.ts <<'TS'
import { defineVerifier, type Verifier } from "veridic";
import { runEval } from "veridic/eval";
import { wilsonInterval } from "veridic/stats";
const none: Verifier = () => ({ value: null, skipped: "unused" });
void none;
void runEval;
void wilsonInterval;
export default defineVerifier({ type: "acme/short", summary: "At most ten characters.", create: () => ({ output }) => output.length <= 10 });
TS
cat > own.yaml <<'YAML'
plugins: ["./own.ts"]
verifier: { type: acme/short }
YAML
npx --no-install veridic verify --config own.yaml --prediction short --ground-truth x --json | grep -q '"is_correct": true'
cat > tsconfig.json <<'JSON'
{
  "compilerOptions": {
    "strict": true, "skipLibCheck": false, "noEmit": true, "types": [],
    "module": "nodenext", "moduleResolution": "nodenext", "target": "es2022", "lib": ["es2023", "dom"]
  },
  "files": ["own.ts"]
}
JSON
"$root/node_modules/.bin/tsc" -p tsconfig.json
echo "smoke: ok"
