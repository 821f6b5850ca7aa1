import { describe, log } from "@/lib/http/log";
import { now, sleep } from "@/lib/time";
import type { Objection } from "../outcome/reasons";

/** What our own node shows of a payer's account in the payment's asset. */
export type Funds =
  /** It holds the amount. `balance` is in base units. */
  | { kind: "shown"; balance: bigint }
  /** It can't pay, as two nodes or two blocks show. `unused`: the payment has not moved either. */
  | ({ kind: "refused"; unused?: true } & Objection)
  /** The account isn't to be served, by whose word. */
  | { kind: "blocked"; by: BlockedBy }
  /** No node could be asked, or what one shows is not confirmed. */
  | { kind: "unread"; why: string };

/** The asset's issuer, by its blacklist or a frozen account; or the operator's oracle. */
export type BlockedBy = "issuer" | "oracle";

/** One node's reading of an account. */
export interface Reading {
  /** Base units. */
  balance: bigint;
  /** Null where nobody has blocked it. */
  blocked: BlockedBy | null;
  /** The wallet has no account for the asset. Only Solana shows it. */
  missing?: true;
  /** Number of the block, or the slot, that it was read at. */
  at: number;
  /** The payment's authorization was never used. Only Base shows it. */
  unused?: true;
}

/** Reads the account from the node at this address. Throws when it can't be asked. */
export type Read = (url: string) => Promise<Reading>;

/** Account and amount, in the words of its chain. */
export interface Wanted {
  /** Names account and asset. */
  key: string;
  /** Base units. */
  amount: bigint;
  /** What the asset is called. */
  asset: string;
  /** What the chain calls a block: `block` or `slot`. */
  unit: string;
}

/** How long a confirmed finding needs no second confirmation (ms), and for how many accounts that is remembered. */
const REMEMBERED_MS = 8_000;
const MAX_REMEMBERED = 2_000;
/** How long a later block is waited for (ms), and how often the node is asked for one. */
const LATER_MS = 5_000;
const LATER_EVERY_MS = 700;

type Finding = "enough" | "short" | "blocked";

const confirmed = new Map<string, { finding: Finding; until: number }>();

const findingOf = ({ balance, blocked }: Reading, { amount }: Wanted): Finding =>
  blocked !== null ? "blocked" : balance < amount ? "short" : "enough";

function remember({ key }: Wanted, finding: Finding): void {
  confirmed.delete(key);
  const [oldest] = confirmed.keys();
  if (oldest !== undefined && confirmed.size >= MAX_REMEMBERED) confirmed.delete(oldest);
  confirmed.set(key, { finding, until: now() + REMEMBERED_MS });
}

function fundsOf(reading: Reading, wanted: Wanted): Funds {
  const { balance, at, unused, missing, blocked } = reading;
  const short = missing
    ? `The paying wallet has no ${wanted.asset} account at ${wanted.unit} ${at}.`
    : `The paying wallet holds too little ${wanted.asset} at ${wanted.unit} ${at}: ${balance} base units of ${wanted.amount}.`;
  if (blocked !== null) return { kind: "blocked", by: blocked };
  return findingOf(reading, wanted) === "enough"
    ? { kind: "shown", balance }
    : {
        kind: "refused",
        reason: "insufficient_funds",
        message: `${short} Fund it and send the same payment again.`,
        ...(unused && { unused }),
      };
}

/** Reads by the second node, or by a later block of the first; null where neither can be had. */
async function readAgain(
  [first, second]: readonly string[],
  read: Read,
  earlier: Reading,
): Promise<Reading | null> {
  if (second !== undefined) {
    const other = await read(second).catch((error: unknown) => {
      log.warn("node_failed", { why: describe(error) });
      return null;
    });
    if (other !== null) return other;
  }
  for (const deadline = now() + LATER_MS; first !== undefined && now() < deadline;) {
    await sleep(LATER_EVERY_MS);
    const later = await read(first).catch(() => null); // it says the same as a node that shows no later block
    if (later === null) return null;
    if (later.at > earlier.at) return later;
  }
  return null;
}

/** The first reading that can be had. Throws when no node can be asked. */
async function readFirst(nodes: readonly string[], read: Read): Promise<Reading> {
  let failure: unknown = new Error("no node of this chain is set");
  for (const url of nodes)
    try {
      return await read(url);
    } catch (error) {
      failure = error;
    }
  throw failure;
}

/**
 * Returns whether an account holds an amount, by our own nodes. That it does takes one reading. That it doesn't, or that it is
 * blocked, takes a second node or a later block; for some seconds after that one new reading confirms it again, so that a
 * wallet that was funded meanwhile passes at once.
 */
export async function fundsBy(nodes: readonly string[], read: Read, wanted: Wanted): Promise<Funds> {
  let reading: Reading;
  try {
    reading = await readFirst(nodes, read);
  } catch (error) {
    return { kind: "unread", why: describe(error) };
  }
  const finding = findingOf(reading, wanted);
  if (finding === "enough") return fundsOf(reading, wanted);
  const known = confirmed.get(wanted.key);
  if (known?.finding === finding && known.until > now()) return fundsOf(reading, wanted);
  const again = await readAgain(nodes, read, reading);
  if (again === null) return { kind: "unread", why: "neither a second node nor a later block" };
  const isSame = findingOf(again, wanted) === finding;
  if (isSame) remember(wanted, finding);
  const unused = reading.unused && again.unused;
  const { unused: _, ...later } = again;
  const seen: Reading = { ...later, at: Math.max(again.at, reading.at), ...(unused && { unused }) };
  // Two that contradict each other refuse nobody.
  return isSame || findingOf(again, wanted) === "enough"
    ? fundsOf(seen, wanted)
    : { kind: "unread", why: "two readings contradict each other" };
}
