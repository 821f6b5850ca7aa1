import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { ROOT } from "@/sandbox/service";

const run = promisify(execFile);
const PEERS = path.join(ROOT, "tests", "peers");

const changedAt = (file: string): number =>
  statSync(path.join(PEERS, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * Installs the official clients of tests/peers, unless that was done since their lock changed. They have packages of
 * their own, because they need other versions than the service.
 */
export async function installPeers(): Promise<void> {
  // npm writes this file last.
  if (changedAt("node_modules/.package-lock.json") >= changedAt("package-lock.json")) return;
  await run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: PEERS });
}

/** What the official MPP client did and got: the one line that tests/peers/buy-with-mpp.mjs prints. */
export interface MppPurchase {
  mode: "pull" | "push";
  status: number;
  kind: string | null;
  transaction: string | null;
  /** The Payment-Receipt as the official library reads it. */
  receipt: { method: string; reference: string; status: string; timestamp: string } | null;
  receiptHeader: string | null;
  text: string;
  /** Every request to the service, in order. */
  exchanges: { status: number; authorization: string | null }[];
}

/** Has the official MPP client buy an answer. Throws with what it printed when it fails. */
export async function buyWithMpp(call: {
  url: string;
  rpcUrl: string;
  secretKey: string;
  mode: "pull" | "push";
  headers: Record<string, string>;
}): Promise<MppPurchase> {
  const env = { ...process.env, CALL: JSON.stringify(call) };
  const { stdout } = await run(process.execPath, ["buy-with-mpp.mjs"], { cwd: PEERS, env, timeout: 100_000 });
  return JSON.parse(stdout) as MppPurchase; // the script's own format
}
