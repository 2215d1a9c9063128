// Bundles the page of the drawing benchmark into a folder (default: bench/dist, which is not committed). Open its index.html over HTTP.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";

const out = process.argv[2] ?? "bench/dist";
await mkdir(out, { recursive: true });
await build({
  entryPoints: { bench: "bench/bench.ts" },
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  logLevel: "warning",
});
await copyFile("bench/index.html", `${out}/index.html`);
