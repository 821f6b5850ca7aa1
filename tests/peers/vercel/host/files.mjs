/** What stands in a build's output: static files, prerendered pages and functions, by path. */
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "application/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".mjs": "application/javascript; charset=utf-8",
  ".png": "image/png",
  ".rsc": "text/x-component",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};

/** By the name's ending, as the platform does where no rule says more. */
const typeOf = (file) => TYPES[path.extname(file)] ?? "application/octet-stream";

const isFile = (file) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

export class Files {
  #output;
  #overrides;

  constructor(output, { overrides = {} }) {
    this.#output = output;
    this.#overrides = new Map(
      Object.entries(overrides).map(([file, { path: address = file, contentType }]) => [
        address,
        { file, contentType },
      ]),
    );
  }

  /** What is at a path: `{ kind: "file", … }`, `{ kind: "function", folder, path }`, or null. */
  find(address) {
    const name = address.replace(/^\/+|\/+$/g, "") || "index";
    const inside = path.posix.normalize(name);
    if (inside.startsWith("..")) return null;
    const override = this.#overrides.get(inside);
    const file = path.join(this.#output, "static", override?.file ?? inside);
    if (isFile(file))
      return { kind: "file", file, headers: { "content-type": override?.contentType ?? typeOf(file) } };
    return this.#prerendered(inside) ?? this.#function(inside);
  }

  #prerendered(name) {
    const config = path.join(this.#output, "functions", `${name}.prerender-config.json`);
    if (!isFile(config)) return null;
    const { fallback, initialHeaders, initialStatus } = JSON.parse(readFileSync(config, "utf8"));
    const file = path.join(path.dirname(config), path.basename(fallback.fsPath));
    return {
      kind: "file",
      file,
      status: initialStatus,
      headers: { "content-type": typeOf(file), ...initialHeaders },
    };
  }

  #function(name) {
    const folder = path.join(this.#output, "functions", `${name}.func`);
    return existsSync(folder) ? { kind: "function", folder, path: `/${name}` } : null;
  }
}
