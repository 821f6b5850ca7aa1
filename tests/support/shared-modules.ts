/**
 * Before each file of a project whose files share what a worker has loaded: a file leaves the world as it found it, and
 * does not set the environment at all, since modules that read it once would keep it for the files after.
 */
import { afterAll, beforeAll, expect } from "vitest";

const REFUSAL =
  "Setting the environment is for a file with modules of its own: add this one to ALONE in vitest.config.ts";

function write(target: NodeJS.ProcessEnv, name: string | symbol, value?: string): boolean {
  if (!String(name).startsWith("VITEST")) throw new Error(REFUSAL); // the runner itself tells a worker its number
  return Reflect.set(target, name, value);
}

/** What tests replace for a while. */
const GLOBALS = ["fetch", "Date", "setTimeout", "setInterval", "WebSocket", "crypto", "performance"] as const;
const standing = (): readonly unknown[] => [
  ...GLOBALS.map((name) => globalThis[name]),
  Date.now,
  Math.random,
  process.cwd(),
];

const environment = process.env;
let found: readonly unknown[];

beforeAll(() => {
  found = standing();
  process.env = new Proxy(environment, { set: write, deleteProperty: write });
});

afterAll(() => {
  process.env = environment;
  const left = standing();
  const changed = [...GLOBALS, "Date.now", "Math.random", "the working directory"].filter(
    (_, i) => left[i] !== found[i],
  );
  expect(changed, "what this file replaced and did not put back").toEqual([]);
});
