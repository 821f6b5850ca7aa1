/**
 * Sends some pages without the framework: its scripts, and the copy of the page that they would read, are taken out of
 * the prerendered HTML, and one small script takes over the islands instead (components/islands). The framework alone is
 * 135 KB, which a reader of a page with a filter and a few buttons need not wait for; who goes on to a desk gets it there.
 * Runs after every build, before pages' policies are made.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build, type BuildOptions } from "esbuild";
import type * as Drawing from "../components/islands/draw";
import { differingIslands } from "./compare-islands";
import { SET_THEME } from "../components/site/theme-script";

const PAGES = ["/", "/docs"];

const root = path.resolve(import.meta.dirname, "..");
const at = (file: string): string => path.join(root, file);
const SCRIPTS = ".next/static/chunks/islands";

/** Client parts of the framework itself: what they do is done by the browser on these pages. */
const FRAMEWORKS = new Set([
  "", // whole modules of it
  "default", // its boundaries, and its links; the site's own exports have names
  "OutletBoundary",
  "ViewportBoundary",
  "MetadataBoundary",
  "IconMark",
]);

const shared = {
  ...{ bundle: true, format: "esm", target: "es2022", jsx: "automatic" },
  define: { "process.env.NODE_ENV": '"production"' },
  alias: {
    "next/link": at("components/islands/link.ts"),
    "next/navigation": at("components/islands/navigation.ts"),
  },
} as const satisfies BuildOptions;

const { metafile } = await build({
  ...shared,
  entryPoints: [at("components/islands/take-over.ts")],
  outdir: at(SCRIPTS),
  entryNames: "[hash]",
  chunkNames: "[hash]",
  splitting: true,
  platform: "browser",
  minify: true,
  metafile: true,
});

/** The same components for this process, which draws them once more. */
const DRAWING = at(".next/cache/islands.mjs");
await build({
  ...shared,
  entryPoints: [at("components/islands/draw.ts")],
  outfile: DRAWING,
  platform: "node",
  external: ["react", "react-dom"],
});
const { draw } = (await import(DRAWING)) as typeof Drawing; // built from it just now

const outputs = Object.entries(metafile.outputs);
const [entry, { imports }] = outputs.find(([, { entryPoint }]) => entryPoint?.endsWith("take-over.ts")) ?? [
  "",
  { imports: [] },
];
if (entry === "") throw new Error("the islands have no script");

/**
 * What the page fetches beforehand: also the small ones of the parts that wait for a click. A browser that once failed to fetch
 * a module never asks for it again, so that a reader who was offline for a moment would be left with a dead button.
 */
const SMALL_BYTES = 5_000;
const beforehand = imports.flatMap(({ path: file, kind }) =>
  kind === "import-statement" || (metafile.outputs[file]?.bytes ?? Infinity) < SMALL_BYTES ? [file] : [],
);
const address = (file: string): string =>
  `/_next/static/${path.relative(at(".next/static"), path.resolve(file))}`;

/**
 * Throws for a component that would stay dead on such a page, because it stands in no island or only has an island's name; and
 * for an island that would be thrown away and drawn anew, because it is drawn otherwise than it stands there.
 */
function checkComponents(page: string, html: string): void {
  const differing = differingIslands(html, draw);
  if (differing.length > 0) throw new Error(`${page}: ${differing.join(", ")} is not what its island draws`);
  const modules = new Map<string, Set<string>>();
  for (const [, id = "", name = ""] of html.matchAll(/:I\[(\d+),\[[^\]]*\],\\"(\w*)\\"/g))
    if (!FRAMEWORKS.has(name)) modules.set(name, (modules.get(name) ?? new Set()).add(id));
  for (const [name, ids] of modules)
    if (ids.size > 1)
      throw new Error(`${page}: ${ids.size} components are called ${name}, and one has an island`);
  const known = new Set([
    ...FRAMEWORKS,
    ...[...html.matchAll(/data-island="(\w+)"/g)].map(([, name = ""]) => name),
  ]);
  for (const [, name = ""] of html.matchAll(/:I\[\d+,\[[^\]]*\],\\"(\w*)\\"/g))
    if (!known.has(name)) throw new Error(`${page}: ${name} runs in the browser and stands in no island`);
}

const SCRIPT = /<script[^>]*>[\s\S]*?<\/script>|<link(?=[^>]*\sas="script")[^>]*>/g;

for (const page of PAGES) {
  const file = at(`.next/server/app${page === "/" ? "/index" : page}.html`);
  const html = readFileSync(file, "utf8");
  checkComponents(page, html);
  const ours = [
    ...beforehand.map((chunk) => `<link rel="modulepreload" fetchpriority="low" href="${address(chunk)}"/>`),
    `<script type="module" src="${address(entry)}"></script>`,
  ].join("");
  const light = html
    .replaceAll(SCRIPT, (script) => (script.includes(SET_THEME) ? script : ""))
    .replace("</head>", () => `${ours}</head>`);
  if (!light.includes(SET_THEME) || !light.includes(ours)) throw new Error(`${page} is not built as it was`);
  writeFileSync(file, light);
}
console.log(`Without the framework: ${PAGES.join(", ")}`);
