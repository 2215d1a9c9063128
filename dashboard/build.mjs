// Bundles src/ into a folder (default: dist/). The same sources give the same bytes: dist/ is committed, and CI builds it again to compare.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";

const out = process.argv[2] ?? "dist";
await mkdir(out, { recursive: true });
await build({
  entryPoints: { app: "src/main.ts", worker: "src/worker/live-worker.ts" },
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "eof",
  logLevel: "warning",
});
await copyFile("src/index.html", `${out}/index.html`);
