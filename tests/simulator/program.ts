import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { simulatedCrypto } from "./crypto";

/** One change of the product's source text, made before it is bundled: how the simulator's own eyes are tested. */
export interface Mutation {
  /** Relative to the repository's root. */
  file: string;
  /** Where to look, when `find` stands in the file more than once: the text that it comes after. */
  after?: string;
  find: string;
  replace: string;
}

const root = path.resolve(import.meta.dirname, "../..");

/** Packages without state or clock of their own, which all instances share: what costs time is loaded once. */
const SHARED = ["zod", "@solana/kit", "viem", "viem/*", "@noble/hashes/*", "canonicalize", "@x402/*"];

/** The store's client asks the network, and all instances share it still (see `StoreClient`): it is the half of them. */
const STORE_CLIENT = "@upstash/redis";

/** What the bundle has instead of modules that reach past their globals to the platform. */
const STANDINS: Readonly<Record<string, string>> = {
  // The one place where the product touches its framework: work that outlives an answer is the instance's own.
  "next/dist/server/after": "export const after = (work) => void work();",
  // The store's client hashes its scripts with it; at the edge it is the global, too.
  uncrypto: "export const subtle = crypto.subtle;",
};

/**
 * What the bundle has instead of modules of the product whose work is a function of its input alone, and dear: who
 * signed what is known to the world that made it up.
 */
const KNOWN_TO_THE_WORLD: Readonly<Record<string, string>> = {
  "lib/chains/authorization-signature.ts":
    "export const isSignedByKey = async (authorization, _, signature) => host.isSigned(authorization, signature);",
  "lib/payments/wallet-proof/evm-signature.ts":
    "export const isSignedByEvm = async (message, address, signature) => host.isSignedMessage(message, address, signature);",
};

const worldly: Plugin = {
  name: "known to the world",
  setup({ onLoad }) {
    onLoad({ filter: /(authorization|evm)-signature\.ts$/ }, ({ path: name }) => ({
      contents: KNOWN_TO_THE_WORLD[path.relative(root, name)] ?? "",
    }));
  },
};

const standins: Plugin = {
  name: "standins",
  setup({ onResolve, onLoad }) {
    const filter = /^(next\/dist\/server\/after|uncrypto)$/;
    onResolve({ filter }, ({ path: name }) => ({ path: name, namespace: "standin" }));
    onLoad({ filter, namespace: "standin" }, ({ path: name }) => ({ contents: STANDINS[name] ?? "" }));
  },
};

function mutate(text: string, { file, after = "", find, replace }: Mutation): string {
  const start = text.indexOf(after);
  const at = text.indexOf(find, start + after.length);
  const isOnlyOne = after !== "" || text.indexOf(find, at + 1) === -1;
  if (start === -1 || at === -1 || !isOnlyOne)
    throw new Error(`${file} does not hold, or holds twice:\n${find}`);
  return text.slice(0, at) + replace + text.slice(at + find.length);
}

const mutations = (changes: readonly Mutation[]): Plugin => ({
  name: "mutations",
  setup({ onLoad }) {
    for (const file of new Set(changes.map((change) => change.file))) {
      const absolute = path.join(root, file);
      const filter = new RegExp(`^${absolute.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
      onLoad({ filter }, async () => {
        const own = changes.filter((change) => change.file === file);
        return { contents: own.reduce(mutate, await readFile(absolute, "utf8")), loader: "ts" };
      });
    }
  },
});

/** The names that a bundle takes from the world that it runs in, instead of the machine's own. */
export const GLOBALS = [
  ...["fetch", "Date", "performance", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
  ...["AbortController", "AbortSignal", "crypto", "Math", "console", "process", "host", "globalThis"],
] as const;

/**
 * The bundler copies all names of a library for each file that imports it whole, in each instance again. One copy
 * serves them all: nothing writes to it.
 */
function sharing(text: string): string {
  const [before, after, ...more] = text.split("var __toESM = ");
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error("the bundler writes its namespaces in another way");
  return `${before}var __toESM = (mod, mode) => namespaces.get(mod) ?? namespaces.set(mod, __copyESM(mod, mode)).get(mod);
var __copyESM = ${after}`;
}

/** One `fetch` for all instances: `token` is what a request authorizes itself with. */
export type FetchByToken = (token: string, url: string, init: RequestInit) => Promise<Response>;

/** The store's client as it was evaluated once. Its objects are each instance's own. */
interface StoreClient {
  exports: Record<string, unknown>;
  /** Where its requests go: a world hands each on to the instance whose token it brings. */
  network: { fetch: FetchByToken };
}

export interface Program {
  /** Makes an instance: a module graph of its own, over libraries that all share. */
  start(globals: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** The network of the store's client, which each world sets as its own. */
  storeNetwork: StoreClient["network"];
}

async function bundle(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
    target: "node20",
    conditions: ["import"],
    logLevel: "silent",
  });
  const [output] = outputFiles;
  if (output === undefined) throw new Error("the bundler gave no output");
  return output.text;
}

/** The parts of a request's options that tell who sends it. */
const tokenOf = (init: RequestInit): string => {
  const { authorization = "" } = init.headers as Record<string, string>; // as the store's client writes them
  return authorization.replace("Bearer ", "");
};

async function storeClient(): Promise<StoreClient> {
  const stdin = { contents: `export * from ${JSON.stringify(STORE_CLIENT)};`, resolveDir: root };
  const text = await bundle({ stdin, plugins: [standins] });
  const network: StoreClient["network"] = {
    fetch: () => Promise.reject(new Error("the store is asked, and there is no world")),
  };
  const evaluated = { exports: {} };
  const fetch = (url: string, init: RequestInit): Promise<Response> =>
    network.fetch(tokenOf(init), url, init);
  const run = new Function("module", "fetch", "crypto", "process", text) as (...args: unknown[]) => void; // the bundle's own form
  const random = (): never => {
    throw new Error("the store's client draws nothing");
  };
  run(evaluated, fetch, simulatedCrypto(random), { env: {} });
  return { exports: evaluated.exports, network };
}

/**
 * Bundles the service as one function of its globals, and the store's client beside it. Throws when a mutation does not
 * fit the source any more.
 */
export async function compile(changes: readonly Mutation[] = []): Promise<Program> {
  const entry = path.join(import.meta.dirname, "instance-entry.ts");
  const plugins = [standins, worldly, mutations(changes)];
  const [text, client] = await Promise.all([
    bundle({ entryPoints: [entry], external: [...SHARED, STORE_CLIENT], plugins }),
    storeClient(),
  ]);
  const run = new Function("require", "module", "namespaces", ...GLOBALS, sharing(text)) as (
    ...args: unknown[]
  ) => void; // the bundle's own form
  const node = createRequire(import.meta.url);
  const require = (name: string): unknown => (name === STORE_CLIENT ? client.exports : node(name));
  // Weakly: some of what is imported whole is an instance's own, and would keep its world.
  const namespaces = new WeakMap<object, unknown>();
  const start: Program["start"] = (globals) => {
    const evaluated = { exports: {} };
    run(require, evaluated, namespaces, ...GLOBALS.map((name) => globals[name]));
    return evaluated.exports;
  };
  return { start, storeNetwork: client.network };
}
