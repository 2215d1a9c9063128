/** What tests use of node, without its whole types. */
declare module "node:fs" {
  export function readdirSync(path: URL, options?: { recursive: boolean }): string[];
  export function readFileSync(path: URL): Uint8Array;
  export function readFileSync(path: URL, encoding: "utf8"): string;
}
