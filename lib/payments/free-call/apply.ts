import type { RouteEntry } from "@/lib/catalog/define";
import type { Effect, Reservation } from "@/lib/handler";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import { log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { APPLY } from "../ledger/apply-effects";
import { NOW } from "@/lib/store/redis-time";
import { requireLifetimes, takenError } from "../ledger/reserve";
import { run } from "../ledger/run";
import { isNotSent } from "@/lib/http/not-sent";
import { type CallName, type Rendered, readStored, writeKept } from "./kept";

/** How long a named call's answer is replayed. */
export const KEPT_SEC = 86_400;
/** A call without a name is told from nothing but its own second attempt. */
const ATTEMPTS_SEC = 120;

/**
 * What a free call changes, in one step with the record that it did: a copy of the call, or its own second attempt after
 * a lost reply, finds the record and changes nothing.
 *
 * KEYS[1] is the record (string), the others the keys to reserve. ARGV: what the record holds, its seconds, the effects,
 * then a value and seconds (or nothing) for each key to reserve.
 *
 * Nothing is written before every reservation is seen to hold. The record is written first of all, so that a store that
 * takes no more writes has applied nothing. Where the store refuses one effect, the others are applied all the same, as in
 * the settlement's script: that is a handler's mistake, and the call must not be applied again for it.
 */
export const APPLY_CALL = `${NOW}${APPLY}
local kept = redis.call('GET', KEYS[1])
if kept then return {'kept', kept} end
for i = 2, #KEYS do
  local holder = redis.call('GET', KEYS[i])
  if holder and holder ~= ARGV[2 * i] then return {'taken', tostring(i - 2)} end
end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
for i = 2, #KEYS do
  if ARGV[2 * i + 1] == '' then redis.call('SET', KEYS[i], ARGV[2 * i], 'NX')
  else redis.call('SET', KEYS[i], ARGV[2 * i], 'NX', 'EX', ARGV[2 * i + 1]) end
end
return {'applied', apply(cjson.decode(ARGV[3]), now)}
`;

/** Another call wrote first what this one's handler decided by: it may decide again. */
export class Overtaken extends ApiError {}

const unavailable = (message: string, cause: unknown): ApiError =>
  new ApiError("store_unavailable", message, { headers: retryAfter(5), cause });

/** The store could not be asked, or refused: what was asked of it was not done. */
const notDone = (cause: unknown): ApiError =>
  unavailable(
    "This can't be written down at the moment. Nothing was changed. Send the same request again.",
    cause,
  );

/** The store was sent the call's writes and did not answer, twice. */
const notKnown = (cause: unknown, named: boolean): ApiError =>
  unavailable(
    named
      ? "The store did not answer, so it is not known whether this was written. Send the same request with the same Idempotency-Key again: it is applied once."
      : "The store did not answer, so it is not known whether this was written. Look before you send it again; with an Idempotency-Key it would be applied once however often it is sent.",
    cause,
  );

/**
 * Redis' own error, whose first word is its kind, as the client tells it of a request or of one command among several:
 * the script did not run, or ended before its first write.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === "UpstashError" &&
  /^(?:Command failed: )?[A-Z]+ /.test(error.message);

const recordKey = ({ path, method }: Pick<RouteEntry, "path" | "method">, { id }: CallName): string =>
  keys.freeCall(method, path, id);

/** The answer of an earlier copy of the call, or null. Throws ApiError 409 for a key of another request, and 503. */
export async function findApplied(
  entry: Pick<RouteEntry, "path" | "method">,
  name: CallName,
): Promise<Rendered | null> {
  const kept = await Promise.resolve()
    .then(() => ledgerStore().get<string>(recordKey(entry, name)))
    .catch((error: unknown) => {
      throw notDone(error);
    });
  return kept === null ? null : readStored(name, kept);
}

/** Sends the script, and once more where no reply came: the record tells the second attempt what the first did. */
async function send(redisKeys: string[], args: string[], named: boolean): Promise<unknown> {
  try {
    return await run(APPLY_CALL, redisKeys, args);
  } catch (first) {
    if (isRefusal(first)) throw notDone(first);
    return run(APPLY_CALL, redisKeys, args).catch((second: unknown) => {
      const nothing = isNotSent(first) && (isNotSent(second) || isRefusal(second));
      throw nothing ? notDone(second) : notKnown(second, named);
    });
  }
}

/** What a free call wants written. */
export interface Writes {
  effects: readonly Effect[];
  reserve: readonly Reservation[];
}

/**
 * Applies a call's effects with its reservations, and keeps its answer where the caller named it. Resolves to the answer
 * to send: another copy's, where that one was applied before. Throws ApiError 409 for what is taken or a key of another
 * request, and 503; unless that says otherwise, nothing was applied then. Nor was it where this throws for an answer
 * that is too large to be kept, or for a reservation that no store takes.
 */
export async function applyOnce(
  entry: Pick<RouteEntry, "path" | "method" | "limits">,
  name: CallName,
  { effects, reserve }: Writes,
  rendered: Rendered,
): Promise<{ rendered: Rendered; replayed: boolean }> {
  if (rendered.text.length > entry.limits.answerBytes)
    throw new Error(`${entry.method} ${entry.path} answered more than may be kept`);
  requireLifetimes(entry, reserve);
  const own = name.named ? writeKept(name, rendered) : "";
  const args = [
    ...[
      own,
      String(name.named ? KEPT_SEC : ATTEMPTS_SEC),
      JSON.stringify(effects.map(({ command }) => command)),
    ],
    ...reserve.flatMap(({ value, ttlSec }) => [value, ttlSec === undefined ? "" : String(ttlSec)]),
  ];
  const redisKeys = [recordKey(entry, name), ...reserve.map(({ key }) => key)];
  const reply = await send(redisKeys, args, name.named);
  const [kind, detail = ""] = Array.isArray(reply) ? reply.map(String) : [];
  if (kind === "taken") {
    const held: Partial<Reservation> & Pick<Reservation, "taken"> = reserve[Number(detail)] ?? {
      taken: "This is taken.",
    };
    throw held.again === true ? new Overtaken("already_taken", held.taken) : takenError(held);
  }
  if (kind === "kept") {
    const replayed = detail !== own;
    return { rendered: replayed ? readStored(name, detail) : rendered, replayed };
  }
  if (kind !== "applied") throw new Error("the store answered something else than it should");
  if (detail !== "ok") log.error("effect_refused", { route: entry.path, why: detail });
  return { rendered, replayed: false };
}
