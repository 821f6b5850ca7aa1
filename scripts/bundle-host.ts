/**
 * Bundles the host of plain Node (host/) into dist/, after Next's build. What Next's build puts in a file's place stands
 * there here too (stand-ins.ts), and in the one file that touches the framework (lib/http/keep-alive.ts) its own.
 */
import "./env-files";
import { rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { parseEnv } from "../lib/env";
import { noteBuiltWith } from "./doctor/built-with";
import { EXTERNAL, HOST_BUNDLE } from "./host-bundle";
import { CHECKED_ANSWERS, PACKAGE_STAND_INS } from "./stand-ins";

const root = path.resolve(import.meta.dirname, "..");
const settings = parseEnv(process.env);
const at = (file: string): string => path.join(root, file);

/** Files that others stand in for, in this bundle. */
const inPlace: Readonly<Record<string, string>> = {
  "lib/http/keep-alive.ts": "host/keep-alive.ts",
  "lib/http/log-line.ts": "host/log-line.ts",
  "lib/http/read-reply.ts": "host/fetch.ts",
  "lib/http/socket-address.ts": "host/socket-address.ts",
  "lib/security/scan-fetch/connection.ts": "host/scan-connection.ts",
  "lib/timeout-signal.ts": "host/timeout-signal.ts",
  "lib/chains/recover-address.ts": "host/recover-address.ts",
  "lib/http/ed25519.ts": "host/ed25519.ts",
  ...(settings.VALIDATE_OUTPUT && {
    [`${CHECKED_ANSWERS.file}.ts`]: CHECKED_ANSWERS.by,
  }),
};

/**
 * A module's text with what it loads later loaded with it. A function at the edge pays for what it loads with its first call; here
 * nobody's payment shall wait for a file, or miss it because another build has taken its place.
 */
function loadingAtOnce(text: string): string {
  const names: string[] = [];
  const whole = text.replaceAll(/\bimport\(("[^"]+")\)/g, (_, name: string) => {
    names.push(name);
    return `Promise.resolve(later${names.length})`;
  });
  // On the first line, so that the others keep their numbers.
  return names.map((name, index) => `import * as later${index + 1} from ${name}; `).join("") + whole;
}

rmSync(at(path.dirname(HOST_BUNDLE)), { recursive: true, force: true });
await build({
  entryPoints: { [path.parse(HOST_BUNDLE).name]: at("host/main.ts") },
  outdir: at(path.dirname(HOST_BUNDLE)),
  bundle: true,
  splitting: true,
  format: "esm",
  outExtension: { ".js": ".mjs" },
  platform: "node",
  target: "node20",
  minifySyntax: true,
  sourcemap: "linked",
  inject: [at("host/web-globals.ts")],
  external: EXTERNAL,
  define: { "process.env.NODE_ENV": '"production"' },
  alias: Object.fromEntries(Object.entries(PACKAGE_STAND_INS).map(([name, file]) => [name, at(file)])),
  banner: {
    // CommonJS packages in the bundle ask for Node's own modules by it.
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
  plugins: [
    {
      name: "at-once",
      setup({ onLoad }) {
        const ours = [at("lib"), at("app")].map((folder) => folder + path.sep);
        onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
          if (!ours.some((folder) => file.startsWith(folder))) return undefined;
          return {
            contents: loadingAtOnce(await readFile(file, "utf8")),
            loader: file.endsWith("x") ? "tsx" : "ts",
          };
        });
      },
    },
    {
      name: "in-place",
      setup({ onResolve, resolve }) {
        const NOTED = Symbol("resolved once");
        onResolve(
          {
            filter:
              /(keep-alive|log-line|read-reply|recover-address|ed25519|timeout-signal|socket-address|connection|answers)$/,
          },
          async ({ path: wanted, pluginData, ...from }) => {
            if (pluginData === NOTED) return undefined;
            const found = await resolve(wanted, { ...from, pluginData: NOTED });
            const other = inPlace[path.relative(root, found.path)];
            return other === undefined ? found : { path: at(other) };
          },
        );
      },
    },
  ],
});
noteBuiltWith(settings);
