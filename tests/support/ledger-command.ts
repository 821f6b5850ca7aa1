import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { ROOT } from "@/sandbox/service";
import type { World } from "@/sandbox/world";

const run = promisify(execFile);
const TSX = path.join(ROOT, "node_modules/.bin/tsx");

export interface Command {
  code: number;
  /** What it printed for its reader, or for a program. */
  stdout: string;
  stderr: string;
}

/** `npm run ledger -- …` as a person runs it, against a service that they are operators of. */
export async function runLedger(
  { origin, secret }: { origin: string; secret: string },
  words: readonly string[],
): Promise<Command> {
  const env = { ...process.env, OPERATOR_URL: origin, OPERATOR_SECRET: secret };
  try {
    const { stdout, stderr } = await run(TSX, ["scripts/ledger.ts", ...words], { cwd: ROOT, env });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string }; // execFile's own
    if (typeof code !== "number") throw error;
    return { code, stdout, stderr };
  }
}

/** One command of the ledger's database, as the runbooks send it. */
export async function redis({ redis: { url, token } }: World, ...words: string[]): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(words),
  });
  return ((await response.json()) as { result?: unknown }).result; // Upstash's own form
}
