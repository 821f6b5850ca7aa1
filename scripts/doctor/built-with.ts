import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import type { Env } from "../../lib/env";
import { HOST_BUNDLE } from "../host-bundle";

/** Settings that rendered pages and documents carry from the build on. All of them are public. */
const BAKED = [
  "NETWORK",
  "PUBLIC_ORIGIN",
  "NEXT_PUBLIC_SERVICE_NAME",
  "CONTACT_EMAIL",
  "SERVICE_NOTICE",
  "EVM_PAY_TO",
  "SOLANA_PAY_TO",
  "AGENT_TOKEN_ID",
] as const satisfies readonly (keyof Env)[];

const FILE = path.join(path.dirname(HOST_BUNDLE), "built-with.json");
const Built = z.record(z.string(), z.string().nullable());

const bakedOf = (settings: Env): z.infer<typeof Built> =>
  Object.fromEntries(BAKED.map((name) => [name, settings[name]?.toString() ?? null]));

/** Writes beside the bundle what it was built with. */
export const noteBuiltWith = (settings: Env, folder = process.cwd()): void =>
  writeFileSync(path.join(folder, FILE), `${JSON.stringify(bakedOf(settings), null, 2)}\n`);

/** Returns the settings that differ from the build's. Throws if the build noted none. */
export function settingsThatDiffer(settings: Env, folder = process.cwd()): string[] {
  const built = Built.parse(JSON.parse(readFileSync(path.join(folder, FILE), "utf8")));
  return Object.entries(bakedOf(settings)).flatMap(([name, value]) =>
    (built[name] ?? null) === value ? [] : [name],
  );
}
