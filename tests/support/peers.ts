import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { ROOT } from "@/sandbox/service";

const run = promisify(execFile);
/** The folders of tests/peers: other people's programs that the service is tested with. */
export type Peer = "lighthouse" | "mpp" | "receipts" | "validators" | "conformance" | "vercel";

export const peerFolder = (peer: Peer): string => path.join(ROOT, "tests", "peers", peer);

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * Installs a folder of tests/peers, unless that was done since its lock changed. Each has packages of its own, because
 * they need other versions than the service. Resolves to the folder.
 */
export async function installPeer(peer: Peer): Promise<string> {
  const folder = peerFolder(peer);
  // npm writes this file last.
  const installed = changedAt(path.join(folder, "node_modules", ".package-lock.json"));
  if (installed < changedAt(path.join(folder, "package-lock.json")))
    await run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder });
  return folder;
}

/** What the official MPP client did and got: the one line that tests/peers/mpp/buy-with-mpp.mjs prints. */
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
  const { stdout } = await run(process.execPath, ["buy-with-mpp.mjs"], {
    cwd: peerFolder("mpp"),
    env,
    timeout: 100_000,
  });
  return JSON.parse(stdout) as MppPurchase; // the script's own format
}

/** A sale as its buyer has it: the headers of its 402 and of its answer, and the wallet that paid. */
export interface SignedSale {
  required: string;
  response: string;
  payer: string;
}

/** What was signed, or why the signature is refused. */
export type Verified =
  { payload: Record<string, unknown>; refused: null } | { payload: null; refused: string };

/** What x402's official library says of a sale: what tests/peers/receipts/verify-signed.mjs prints of each. */
export interface VerifiedSale {
  offers: Verified[];
  /** Which of the challenge's terms each offer repeats; -1 for none. */
  accepted: number[];
  receipt: Verified;
  /** Whether the receipt is one for each offer. */
  matches: boolean[];
}

/** Has x402's official library verify what was signed with sales. It asks the service for the keys. */
export async function verifySigned(sales: readonly SignedSale[]): Promise<VerifiedSale[]> {
  const env = { ...process.env, SIGNED: JSON.stringify(sales) };
  const { stdout } = await run(process.execPath, ["verify-signed.mjs"], {
    cwd: peerFolder("receipts"),
    env,
    timeout: 100_000,
  });
  return JSON.parse(stdout) as VerifiedSale[]; // the script's own format
}

/** What a facilitator receives of one payment. */
export interface Received {
  paymentPayload: unknown;
  paymentRequirements: unknown;
}

/** What the catalog of a facilitator would list of a payment, by x402's official reader. */
export interface ReadListing {
  objections: string[];
  listed: {
    resourceUrl: string;
    method?: string;
    x402Version: number;
    discoveryInfo: { input: { type: string; method?: string; bodyType?: string } };
  } | null;
}

/** Has x402's official library read what a catalog would list of some payments. Throws with what it printed when it fails. */
export async function readListings(received: readonly Received[]): Promise<ReadListing[]> {
  const reading = run(process.execPath, ["read-listings.mjs"], {
    cwd: peerFolder("receipts"),
    timeout: 100_000,
    maxBuffer: 16 * 1024 * 1024,
  });
  reading.child.stdin?.end(JSON.stringify(received));
  return JSON.parse((await reading).stdout) as ReadListing[]; // the script's own format
}
