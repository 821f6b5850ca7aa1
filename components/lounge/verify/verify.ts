import { isRecord } from "@/lib/is-record";
import type { Account } from "@/lib/lounge/verifier/on-chain";
import { asked } from "../addresses";
import { askFree } from "@/components/reading/ask-free";
import { askChain } from "../mint/ask-chain";
import { type Check, checkCertificate } from "./checks";
import { type Continuity, goesOnFrom, type SeenCheckpoint } from "./continuity";
import { type KeptCertificate, readAnswer, readCertificate } from "./read-certificate";
import { type LogNow, readLogNow } from "./read-log";
import { keepCheckpoint, recallCheckpoint } from "./seen-checkpoints";
import { pageStorage } from "@/lib/buying/storage";

/** Paths of the free routes that are asked. */
export interface VerifyRoutes {
  certificate: string;
  log: string;
  /** Relays to the chain. */
  relay: string;
}

/** What the reader gives: an id, or a file in its place; a key and a text where they have them. */
export interface Given {
  id: string;
  file: string | null;
  key: string | null;
  text: string | null;
}

/** What was found, and on what it rests. */
export interface Report {
  answer: KeptCertificate;
  checks: readonly Check[];
  /** Null where this browser has seen no checkpoint before. */
  continuity: (Continuity & { since: number }) | null;
  /** Whose word the key is. */
  keyFrom: "reader" | "service";
}

const NO_CRYPTO =
  "This page was opened without https, so that the browser gives it no means of computing hashes. Open it over https.";
const NO_CERTIFICATE =
  "What you brought is no certificate: it must be the JSON of one, as this site gave it.";

/** The certificate to check, or why there is none. */
async function certificateOf(path: string, { id, file }: Given): Promise<KeptCertificate | string> {
  if (file !== null) return readCertificate(file) ?? NO_CERTIFICATE;
  const found = await askFree(asked(path, { signalId: id }), readAnswer);
  return found.state === "read" ? found.value : found.why;
}

async function readLog(path: string, first: number | null): Promise<LogNow | null> {
  const found = await askFree(asked(path, { first: first === null ? null : String(first) }), readLogNow);
  return found.state === "read" ? found.value : null;
}

/** What the chain has at an address, finalized; null for nothing. Throws where nothing comes that can be read. */
async function accountAt(relay: string, address: string): Promise<Account | null> {
  const params = [address, { encoding: "base64", commitment: "finalized" }];
  const found = await askChain(relay)("getAccountInfo", params);
  const value = isRecord(found) ? found.value : undefined;
  if (value === null) return null;
  const [owner, data]: unknown[] =
    isRecord(value) && Array.isArray(value.data) ? [value.owner, value.data[0]] : [];
  if (typeof owner !== "string" || typeof data !== "string") throw new TypeError("the chain told no account");
  return { owner, data };
}

/** Both that the log goes on from what was seen, and that it does from the tree that the certificate was proved in. */
async function continuityOf(
  path: string,
  notes: readonly string[],
  keys: readonly string[],
): Promise<Continuity | null> {
  let last: Continuity | null = null;
  for (const note of notes) {
    last = await goesOnFrom({ note, at: 0 }, keys, (first) => readLog(path, first));
    if (last.finding !== "proved") return last;
  }
  return last;
}

/**
 * Reads what is needed, and computes all of it again here. The service is asked for a certificate, its keys and proofs;
 * what it says of them being right is not asked for. Gives the report, or why nothing could be verified. Never throws.
 */
export async function verify(routes: VerifyRoutes, given: Given): Promise<Report | string> {
  if (globalThis.crypto?.subtle === undefined) return NO_CRYPTO;
  const answer = await certificateOf(routes.certificate, given);
  if (typeof answer === "string") return answer;
  try {
    const now = await readLog(routes.log, null);
    const keys = given.key === null ? (now?.keys.map(({ key }) => key) ?? []) : [given.key];
    const checks = await checkCertificate({
      ...{ answer, keys, text: given.text },
      readAccount: (address) => accountAt(routes.relay, address),
      askedFor: given.file === null ? given.id : null,
    });
    const seen = recallCheckpoint(pageStorage());
    const notes = [seen?.note, answer.log.checkpoint].filter((note) => typeof note === "string");
    const continuity = seen === null ? null : await continuityOf(routes.log, [...new Set(notes)], keys);
    remember(seen, continuity, checks, now);
    return {
      ...{ answer, checks },
      continuity: seen === null || continuity === null ? null : { ...continuity, since: seen.at },
      keyFrom: given.key === null ? "service" : "reader",
    };
  } catch (error) {
    reportError(error);
    return "This browser could not compute it.";
  }
}

/** Keeps the checkpoint of now for the next time, but never in the place of one that the log does not go on from. */
function remember(
  seen: SeenCheckpoint | null,
  continuity: Continuity | null,
  checks: readonly Check[],
  now: LogNow | null,
): void {
  const isSigned = checks.some(({ id, finding }) => id === "checkpoint" && finding === "proved");
  if (!isSigned || now?.checkpoint === null || now === null) return;
  if (seen === null || continuity?.finding === "proved")
    keepCheckpoint(pageStorage(), { note: now.checkpoint, at: Date.now() });
}
