import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { readLimited } from "@/lib/http/read-limited";
import { isRecord } from "@/lib/is-record";
import { keys } from "@/lib/store/keys";
import { cacheStore } from "@/lib/store/redis";
import { now, sleep, timeoutSignal } from "@/lib/time";
import { authorization } from "./authorization";
import { priorityFeeBoundIn } from "./compute-bound";
import { activeFacilitators, facilitators, type Facilitator } from "./list";
import { isSuspect } from "../switches/switches";
import { hasOutage } from "./outages";

/**
 * Which Solana fee payers the facilitators sign for. A 402 never waits for a facilitator: it is made from what this
 * instance last fetched, else from the baseline in the settings, while a refresh runs in the background. Fee payers seen lately
 * stay known, because a facilitator with several signers names a different one each time it is asked.
 *
 * The front door uses this file too, so it carries no SDK and no schema library.
 */
interface FacilitatorState {
  feePayers: readonly string[];
  /** Lamports of priority fee that it pays for a payment, where it says so. */
  maxPriorityFee?: bigint | null;
  /** When it last answered (ms), or 0. */
  at: number;
  up: boolean;
  /** Whether it answered when it was asked last, whatever it supports. */
  answers: boolean;
}

/** A facilitator with more signers than this would have to name all others before it comes back to one. */
const MAX_FEE_PAYERS = 32;
const SHARED_TTL_SEC = 86_400;
/** No facilitator supports so much; what is longer is not read to its end. */
const MAX_SUPPORTED_BYTES = 512 * 1024;

/** Fee payers without repetition, those of the first lists first; the last are forgotten. */
const mergeFeePayers = (...lists: readonly (readonly string[])[]): readonly string[] =>
  [...new Set(lists.flat())].slice(0, MAX_FEE_PAYERS);

const states = new Map<string, FacilitatorState>();
let refreshing: Promise<void> | undefined;
let refreshedAt = 0;

const stateOf = (facilitator: Facilitator): FacilitatorState =>
  states.get(facilitator.name) ?? { feePayers: facilitator.knownFeePayers, at: 0, up: true, answers: true };

const isAddress = (value: unknown): value is string =>
  typeof value === "string" && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value);

/** The fee payers of x402 v2's `/supported`: each kind's own first, as that is the one in use, then all signers. */
export function feePayersIn(supported: unknown, network: string): string[] {
  if (!isRecord(supported)) return [];
  const kinds = Array.isArray(supported.kinds) ? supported.kinds.filter(isRecord) : [];
  const offered = kinds
    .filter((kind) => kind.network === network && kind.scheme === "exact")
    .map((kind) => (isRecord(kind.extra) ? kind.extra.feePayer : undefined));
  const signers = isRecord(supported.signers) ? supported.signers["solana:*"] : undefined;
  return [...new Set([...offered, ...(Array.isArray(signers) ? signers : [])].filter(isAddress))];
}

async function fetchSupported(facilitator: Facilitator, network: string): Promise<void> {
  try {
    const address = `${facilitator.url}/supported`;
    const response = await fetch(address, {
      headers: await authorization(facilitator, "GET", address),
      redirect: "manual", // as /verify and /settle, so that an address that redirects is seen to be down at once
      signal: timeoutSignal(env().FACILITATOR_SUPPORTED_TIMEOUT_MS),
      cache: "no-store",
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const bytes = await readLimited(response.body, MAX_SUPPORTED_BYTES);
    if (bytes === null) throw new Error(`more than ${MAX_SUPPORTED_BYTES} bytes`);
    const supported: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const feePayers = feePayersIn(supported, network);
    // The one in use, those that were in use before, by how lately, then signers that were never named.
    const remembered = mergeFeePayers(feePayers.slice(0, 1), stateOf(facilitator).feePayers, feePayers);
    const maxPriorityFee = priorityFeeBoundIn(supported, network);
    states.set(facilitator.name, {
      feePayers: remembered,
      maxPriorityFee,
      at: now(),
      up: feePayers.length > 0,
      answers: true,
    });
  } catch (error) {
    states.set(facilitator.name, { ...stateOf(facilitator), up: false, answers: false });
    log.warn("facilitator_unreachable", { facilitator: facilitator.name, why: describe(error) });
  }
}

/** Saves the fee payers, by the facilitator's address, for other instances. Its loss costs a request, never a payment. */
async function saveShared(): Promise<void> {
  try {
    const all = Object.fromEntries(
      facilitators().map((facilitator) => [facilitator.url, stateOf(facilitator).feePayers]),
    );
    await cacheStore().set(keys.supported(), JSON.stringify(all), { ex: SHARED_TTL_SEC });
  } catch (error) {
    log.warn("supported_not_shared", { why: describe(error) });
  }
}

async function loadShared(): Promise<void> {
  try {
    const text = await cacheStore().get<string>(keys.supported());
    const shared: unknown = text === null ? null : JSON.parse(text);
    if (!isRecord(shared)) return;
    for (const facilitator of facilitators()) {
      const feePayers = shared[facilitator.url];
      const own = stateOf(facilitator);
      if (Array.isArray(feePayers))
        states.set(facilitator.name, {
          ...own,
          feePayers: mergeFeePayers(own.feePayers, feePayers.filter(isAddress)),
        });
    }
  } catch (error) {
    log.warn("supported_not_loaded", { why: describe(error) });
  }
}

/** Fetches `/supported` of all facilitators again when it is old; one refresh at a time, however many calls wait. */
export function refreshSupported(network: string): Promise<void> {
  if (refreshing !== undefined) return refreshing;
  if (now() - refreshedAt < env().FACILITATOR_SUPPORTED_REFRESH_MS) return Promise.resolve();
  refreshedAt = now();
  refreshing = Promise.all(facilitators().map((facilitator) => fetchSupported(facilitator, network)))
    .then(loadShared) // what other instances offered must not be lost by sharing
    .then(saveShared)
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
}

/** Whether a facilitator answered `/supported` when this instance asked last; true until it has asked. */
export const answersSupported = (facilitator: Facilitator): boolean => stateOf(facilitator).answers;

const LOAD_WAIT_MS = 300;
const LOAD_EVERY_MS = 5_000;
let loadedAt = 0;

/** For an instance that knows no fee payer: what another one saved, if the store answers quickly. */
export async function loadSharedBriefly(): Promise<void> {
  if (feePayerToOffer() !== null || now() - loadedAt < LOAD_EVERY_MS) return;
  loadedAt = now();
  await Promise.race([loadShared(), sleep(LOAD_WAIT_MS)]);
}

/** The fee payer to offer now: of the first facilitator that is up and has one; null when none is known. */
export function feePayerToOffer(): string | null {
  const known = activeFacilitators().map((facilitator) => ({
    ...stateOf(facilitator),
    out: hasOutage(facilitator) || isSuspect(facilitator.url),
  }));
  const chosen =
    known.find(({ up, out, feePayers }) => up && !out && feePayers.length > 0) ??
    known.find(({ up, feePayers }) => up && feePayers.length > 0) ??
    known.find(({ feePayers }) => feePayers.length > 0);
  return chosen?.feePayers[0] ?? null;
}

const signerOf = (feePayer: string): Facilitator | undefined =>
  facilitators().find((facilitator) => stateOf(facilitator).feePayers.includes(feePayer));

/** Lamports of priority fee that a fee payer pays for a payment at most: by its facilitator's own word, else by our setting. */
export function maxPriorityFeeOf(feePayer: string): bigint {
  const facilitator = signerOf(feePayer);
  const published = facilitator === undefined ? null : stateOf(facilitator).maxPriorityFee;
  return published ?? BigInt(env().SOLANA_MAX_PRIORITY_FEE_LAMPORTS);
}

/**
 * The facilitator that signs for a fee payer, or null: also for one that is switched off. Asks the facilitators only when this
 * instance does not know it.
 */
export async function facilitatorOf(feePayer: string, network: string): Promise<Facilitator | null> {
  if (signerOf(feePayer) === undefined) await loadShared();
  if (signerOf(feePayer) === undefined) await refreshSupported(network);
  return activeFacilitators().find(({ name }) => name === signerOf(feePayer)?.name) ?? null;
}
