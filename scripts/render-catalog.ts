/**
 * Makes every list of routes of the one that is kept by hand (lib/catalog/routes.ts): the catalog and its
 * documentation, the route files and those that are tools, the desks that the benchmark measures, and how fresh their
 * sources are. Runs before every build, check and test; its output is not committed.
 */
import "./without-settings";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { isPaid, priceOf } from "../lib/catalog/define";
import { toUsd } from "../lib/catalog/money";
import { ROUTE_FOLDERS } from "../lib/catalog/routes";
import { writeGenerated } from "./generated";
import { freshnessOf } from "./source-freshness";
import { type DescribedRoute, readRoute } from "./route-folder";

const root = path.resolve(import.meta.dirname, "..");
const routes = await Promise.all(ROUTE_FOLDERS.map((folder) => readRoute(folder)));
const files = [...new Map(routes.map((route) => [route.entry.path, route])).values()].sort((one, other) =>
  one.entry.path < other.entry.path ? -1 : 1,
);
for (const { entry, folder } of files)
  if (!existsSync(path.join(root, "app", entry.path, "route.ts")))
    throw new Error(`lib/${folder}: its entry needs the route file app${entry.path}/route.ts`);

/** All of them, those of no catalog entry included. */
const apiFiles = readdirSync(path.join(root, "app/api"), { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "route.ts")
  .sort();

/** Where a route file stands, as one in app/api names it. */
const fileOf = ({ entry }: DescribedRoute): string => `./${entry.path.replace(/^\/api\//, "")}/route`;

const list = (name: string, of: (route: DescribedRoute) => string, file: string): string =>
  `${routes.map((route) => `import { ${of(route)} } from "../${route.folder}/${file}";`).join("\n")}

  export const ${name} = [${routes.map(of).join(", ")}] as const;`;

const script = "scripts/render-catalog.ts";
await writeGenerated(script, {
  "lib/catalog/entries.generated.ts": list("ENTRIES", ({ names }) => names.entry, "entry"),
  "lib/catalog/documentation.generated.ts": list(
    "DOCUMENTATION",
    ({ names }) => names.documentation,
    "documentation",
  ),
  "lib/catalog/services.generated.ts": `/** What is for sale, for functions that name it and must not load the catalog. */
  export const SERVICES = ${JSON.stringify(
    routes
      .filter(({ entry }) => isPaid(entry))
      .map(({ entry }) => ({
        ...{ path: entry.path, label: entry.label, summary: entry.summary, priceUsdc: toUsd(priceOf(entry)) },
        holders: entry.holders ?? null,
      })),
  )} as const;`,
  "app/api/files.generated.ts": `${files.map((route, at) => `import type * as file${at} from "${fileOf(route)}";`).join("\n")}

  /** The route files by their paths. */
  export interface Files {${files.map(({ entry }, at) => `"${entry.path}": typeof file${at};`).join("\n")}}`,
  "host/route-files.generated.ts": `/** Every route file under app/api by its path, for a host that serves them itself. */
  export const ROUTE_FILES: Readonly<Record<string, () => Promise<Readonly<Record<string, unknown>>>>> = {${apiFiles
    .map((file) => `"/api/${path.dirname(file)}": () => import("@/app/api/${file.replace(/\.ts$/, "")}"),`)
    .join("\n")}};`,
  "app/api/mcp/route-files.generated.ts": `import type { RouteFiles } from "@/lib/mcp/tool-table";

  /** The files whose routes are sold as tools too. */
  export const ROUTE_FILES: RouteFiles = {${files
    .filter(({ entry }) => entry.tool !== null)
    .map((route) => `"${route.entry.path}": () => import(".${fileOf(route)}"),`)
    .join("\n")}};`,
});

const desks = routes.flatMap(({ desk, ...route }) => (desk === null ? [] : [{ ...route, desk }]));
const fresh = await Promise.all(
  desks
    .filter(({ entry }) => entry.freshnessSec === undefined)
    .map(async ({ entry, desk, sample }) => [entry.path, await freshnessOf(desk, sample)] as const),
);
await writeGenerated(script, {
  "lib/catalog/freshness.generated.ts": `/** How old the data of a desk's answer may normally be, in seconds: as its sources' freshness has it. */
  export const FRESHNESS_SEC: Readonly<Record<string, number>> = ${JSON.stringify(Object.fromEntries(fresh))};`,
  "bench/floor/desks.generated.ts": `${desks.map(({ folder, names }) => `import { ${names.desk} } from "@/lib/${folder}/handler";`).join("\n")}
  import { type Ask, asking } from "./asking";

  /** Every desk, by its route's name. */
  export const DESKS: Readonly<Record<string, Ask>> = {${desks
    .map(({ entry, names }) => `"${entry.label.replace(/^intel-/, "")}": asking(${names.desk}),`)
    .join("\n")}};`,
});
