import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Env } from "../../lib/env";
import { about, briefly, type Finding, softened } from "./finding";
import { type Command, commandsAt, infoOf, Refused } from "./redis-command";

const ledgerSays = about("ledger");
const cacheSays = about("cache");

const KEY_SEC = "60";
const CLOCK_OFF_MS = 2_000;
const OLDEST = [6, 2] as const;
/** Shares of `maxmemory`. */
const FULL = 0.95;
const NEARLY_FULL = 0.7;

const why = (error: unknown): string => (error instanceof Refused ? error.code : briefly(error));

/** Writes the doctor's one key, which Redis removes after a minute, and reads it back. Throws if it can't. */
async function written(command: Command, key: string): Promise<string> {
  const value = randomUUID();
  await command("SET", key, value, "EX", KEY_SEC);
  if ((await command("GET", key)) !== value) throw new Refused("another value was read than was written");
  return value;
}

const Time = z.tuple([z.coerce.number(), z.coerce.number()]);

async function clockFinding(command: Command): Promise<Finding> {
  const before = Date.now();
  const [seconds, micros] = Time.parse(await command("TIME"));
  const offMs = Math.round(seconds * 1_000 + micros / 1_000 - (before + Date.now()) / 2);
  return Math.abs(offMs) > CLOCK_OFF_MS
    ? ledgerSays.failure(
        `its clock and this machine's differ by ${offMs} ms, more than ${CLOCK_OFF_MS}. Set both by NTP.`,
      )
    : ledgerSays.fine(`its clock differs by ${offMs} ms`);
}

type Info = ReadonlyMap<string, string>;
const numberIn = (info: Info, field: string): number | null => {
  const text = info.get(field);
  return text === undefined || !/^\d+$/.test(text) ? null : Number(text);
};

function roomFindings(info: Info, { LEDGER_CAPACITY_BYTES: capacity }: Env): Finding[] {
  const [used, bound] = [numberIn(info, "used_memory"), numberIn(info, "maxmemory")];
  if (used === null || bound === null) return [];
  const share = used / (bound === 0 ? capacity : bound);
  const room = `${Math.round(share * 100)} % of its room is used`;
  const findings: Finding[] = [];
  if (share >= FULL)
    findings.push(ledgerSays.failure(`${room}: it will refuse sales. Export the journal, or enlarge it.`));
  else if (share >= NEARLY_FULL) findings.push(ledgerSays.warning(`${room}.`));
  else findings.push(ledgerSays.fine(room));
  if (bound !== capacity)
    findings.push(
      ledgerSays.warning(
        `its maxmemory is ${bound === 0 ? "not set" : `${bound} bytes`}, but LEDGER_CAPACITY_BYTES says ${capacity}: alerts are told by the wrong figure.`,
      ),
    );
  return findings;
}

/** Returns what must hold so that no payment is forgotten. */
function persistenceFindings(info: Info, appendfsync: string | null): Finding[] {
  const policy = info.get("maxmemory_policy");
  const findings: Finding[] = [];
  if (policy === undefined)
    findings.push(ledgerSays.warning("can't tell its eviction policy: it must be noeviction."));
  else if (policy !== "noeviction")
    findings.push(
      ledgerSays.failure(`its maxmemory-policy is ${policy}: an evicted payment buys twice. Set noeviction.`),
    );
  else findings.push(ledgerSays.fine("it evicts nothing"));
  if (info.get("aof_enabled") === undefined)
    findings.push(ledgerSays.warning("can't tell whether it keeps an append-only file."));
  else if (info.get("aof_enabled") !== "1")
    findings.push(
      ledgerSays.failure("it keeps no append-only file: a restart forgets payments. Set appendonly yes."),
    );
  else if (appendfsync === "no")
    findings.push(
      ledgerSays.failure("its appendfsync is no: a crash forgets payments. Set everysec, or better always."),
    );
  else
    findings.push(ledgerSays.fine(`it keeps an append-only file (appendfsync ${appendfsync ?? "not told"})`));
  return findings;
}

function serverFindings(info: Info): Finding[] {
  const findings: Finding[] = [];
  const version = info.get("redis_version") ?? "";
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (version !== "" && (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])))
    findings.push(ledgerSays.failure(`it is Redis ${version}, older than ${OLDEST.join(".")}.`));
  const role = info.get("role");
  if (role !== undefined && role !== "master")
    findings.push(
      ledgerSays.failure("it is a replica: the service needs the one primary, for writes and for reads."),
    );
  if (info.get("cluster_enabled") === "1")
    findings.push(
      ledgerSays.failure(
        "it is a cluster: its scripts touch keys of several slots. Use one primary without a cluster.",
      ),
    );
  if (findings.length === 0)
    findings.push(ledgerSays.fine(`Redis ${version || "of an untold version"}, one primary, no cluster`));
  return findings;
}

async function appendfsyncOf(command: Command): Promise<string | null> {
  const reply = await command("CONFIG", "GET", "appendfsync").catch(() => null); // many hosts refuse CONFIG
  return Array.isArray(reply) && typeof reply[1] === "string" ? reply[1] : null;
}

/** Returns what the ledger's database says of itself. In a local world it may lie in the cache's, and forget. */
async function ledgerFindings(settings: Env, ledger: Command, cache: Command | null): Promise<Finding[]> {
  const key = `${settings.STORE_PREFIX}:doctor:${randomUUID()}`;
  let value: string;
  try {
    value = await written(ledger, key);
  } catch (error) {
    return [ledgerSays.failure(`it takes no write (${why(error)}): nothing is sold.`)];
  }
  const findings = [ledgerSays.fine("it takes writes"), await clockFinding(ledger)];
  const info = await infoOf(ledger);
  const kept: Finding[] = [];
  if (info === null)
    findings.push(
      ledgerSays.fine(
        "can't tell eviction, persistence, room and version: it refuses INFO. See its console.",
      ),
    );
  else {
    findings.push(...serverFindings(info), ...roomFindings(info, settings));
    kept.push(...persistenceFindings(info, await appendfsyncOf(ledger)));
  }
  const inCache = await cache?.("GET", key).catch(() => null); // the cache's own check tells why
  if (inCache === value)
    kept.push(
      ledgerSays.failure("it is the cache's database, which may evict payments. Give the ledger its own."),
    );
  return [...findings, ...(settings.LOCAL_WORLD === true ? softened(kept) : kept)];
}

async function cacheFindings({ STORE_PREFIX }: Env, cache: Command): Promise<Finding[]> {
  try {
    await written(cache, `${STORE_PREFIX}:doctor:${randomUUID()}`);
    return [cacheSays.fine("it takes writes")];
  } catch (error) {
    return [
      cacheSays.warning(
        `it takes no write (${why(error)}): each call is slower, and limits are each instance's own.`,
      ),
    ];
  }
}

/** Returns what is wrong with the two Redis databases. */
export async function storeFindings(settings: Env): Promise<Finding[]> {
  const { UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN = "" } = settings;
  const { LEDGER_REDIS_REST_URL, LEDGER_REDIS_REST_TOKEN = "" } = settings;
  const cache =
    UPSTASH_REDIS_REST_URL === undefined
      ? null
      : commandsAt(UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN);
  const ledger =
    LEDGER_REDIS_REST_URL !== undefined
      ? commandsAt(LEDGER_REDIS_REST_URL, LEDGER_REDIS_REST_TOKEN)
      : settings.LOCAL_WORLD === true
        ? cache
        : null;
  return [
    ...(ledger === null ? [] : await ledgerFindings(settings, ledger, cache)),
    ...(cache === null ? [] : await cacheFindings(settings, cache)),
  ];
}
