import * as z from "zod";
import { cacheStore } from "@/lib/store/redis";
import { keys } from "@/lib/store/keys";
import { now, timeoutSignal } from "@/lib/time";
import { admitTarget } from "../admit-target";
import { NO_LIST } from "../gate/suffix-list";
import { ownHost } from "../own-host";
import { connectTo, openScan, resolveTarget } from "../scan-tools";
import { KEY_DIRECTORY_PATH } from "../web-bot-auth/key-directory-path";
import { type AgentKey, thumbprint } from "./signed-caller";

/**
 * The keys that agents publish, as they were found within the hour. They are fetched behind answers only: an agent that was
 * never seen stays unverified until its directory was read.
 */

const KEPT_SEC = 3_600;
/** A host is asked once in ten minutes, whatever it answered. */
const ASKED_SEC = 600;
/** All hosts together in a minute: whoever makes up names has no more asked. */
const PER_MINUTE = 20;
const MAX_BYTES = 16 * 1024;
const MAX_KEYS = 20;
const FETCH_MS = 6_000;

const X = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const Kept = z.array(z.object({ kid: z.string(), x: X }));
const Directory = z.object({ keys: z.array(z.unknown()).max(200) });
const Jwk = z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: X });

/** The keys of a host that were read lately; null where none were. Throws when the store can't be reached. */
export async function knownKeys(host: string): Promise<AgentKey[] | null> {
  const kept = await cacheStore().get<string>(keys.agentKeys(host));
  return kept === null ? null : Kept.parse(JSON.parse(kept));
}

/** Whether a host may be asked now; whoever asks this asks it. */
async function takeTurn(host: string): Promise<boolean> {
  const store = cacheStore();
  if ((await store.set(keys.agentKeysAsked(host), "1", { nx: true, ex: ASKED_SEC })) === null) return false;
  const minute = keys.agentKeysBudget(Math.floor(now() / 60_000));
  const asked = await store.incr(minute);
  if (asked === 1) await store.expire(minute, 120);
  if (asked <= PER_MINUTE) return true;
  await store.del(keys.agentKeysAsked(host)); // whoever used the minute up must not cost this host ten
  return false;
}

/** A directory's Ed25519 keys, by thumbprints of our own making. Throws for what is none. */
async function readDirectory(text: string): Promise<AgentKey[]> {
  const rows = Directory.parse(JSON.parse(text)).keys.flatMap((one) => {
    const { data } = Jwk.safeParse(one);
    return data === undefined ? [] : [data.x];
  });
  return Promise.all(rows.slice(0, MAX_KEYS).map(async (x) => ({ kid: await thumbprint(x), x })));
}

const whyOf = (error: unknown): string => (error instanceof Error ? error.message : "failed");

interface Admitted {
  target: ReturnType<typeof admitTarget>["target"];
  gate: Parameters<typeof admitTarget>[1];
}

/** A host that may be asked by its name, or why not. */
function admit(origin: string): Admitted | { why: string } {
  const gate = { own: ownHost(), selfAudit: false, suffixes: NO_LIST };
  try {
    return { target: admitTarget(origin, gate).target, gate };
  } catch (error) {
    return { why: whyOf(error) };
  }
}

/**
 * Asks a host for its keys, through the gate and the resolvers of scans: a public site by https, no redirect, 16 KB at most.
 * Throws for what is refused or no directory.
 */
async function fetchKeys({ target, gate }: Admitted): Promise<AgentKey[]> {
  const resolution = await resolveTarget()(target.host);
  if (!resolution.ok) throw new Error(`its name is refused: ${resolution.reason}`);
  const connection = await connectTo(target, resolution.addresses);
  if (typeof connection === "string") throw new Error(connection);
  const fetched = await openScan(target, gate, connection, timeoutSignal(FETCH_MS), 1)
    .get({ address: KEY_DIRECTORY_PATH, headers: {}, maxBytes: MAX_BYTES, redirects: 0 })
    .finally(() => connection.close());
  if (!fetched.ok) throw new Error(fetched.failure);
  const { status, body, truncated } = fetched.response;
  if (status !== 200 || truncated) throw new Error(truncated ? "too large" : `HTTP ${status}`);
  return readDirectory(new TextDecoder().decode(body));
}

/** Reads a host's keys and keeps them, or that it has none. False where it is not its turn. Throws when the store can't be reached. */
export async function learnKeys(origin: string): Promise<{ found: number; why?: string } | false> {
  const { host } = new URL(origin);
  const admitted = admit(origin);
  if ("why" in admitted) return { found: 0, ...admitted }; // it is never asked, and uses up nobody's turn
  if (!(await takeTurn(host))) return false;
  const found = await fetchKeys(admitted).catch(whyOf);
  const rows = typeof found === "string" ? [] : found;
  const lifetime = { ex: rows.length === 0 ? ASKED_SEC : KEPT_SEC };
  await cacheStore().set(keys.agentKeys(host), JSON.stringify(rows), lifetime);
  return { found: rows.length, ...(typeof found === "string" && { why: found }) };
}
