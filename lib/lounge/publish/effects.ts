import { APPLIED_AT, type Effect, FIRST_REPLY } from "@/lib/handler";
import { keys } from "@/lib/store/keys";
import type { Body } from "../certificate";
import type { StoredSignal } from "../signal";
import { FIELDS } from "../store";

const write = (...command: Effect["command"]): Effect => ({ command });

/**
 * What publishing writes, in the script that settles its payment: first the entry of the log, whose length then is the
 * signal's place. Time and place are that script's own. The paid text stands in a key of its own.
 */
export function publishEffects(
  signal: StoredSignal,
  body: Body,
  sketch: readonly string[],
  mintAddress: string | null,
): Effect[] {
  const { id, certificateHash, creator, categories } = signal;
  return [
    write("RPUSH", keys.loungeLog(), `${id} ${certificateHash} ${APPLIED_AT}`),
    write(
      ...(["HSET", keys.loungeSignal(id), FIELDS.signal, JSON.stringify(signal)] as const),
      ...[FIELDS.publishedAt, APPLIED_AT, FIELDS.place, FIRST_REPLY],
    ),
    write("SET", keys.loungeText(id), JSON.stringify(body)),
    write("ZADD", keys.loungeCreator(creator.wallet), FIRST_REPLY, id),
    write("HINCRBY", keys.loungeProofs(creator.wallet), creator.proof, "1"),
    ...callEffects(signal),
    ...(mintAddress === null ? [] : [write("HSET", keys.loungeMintAddresses(), mintAddress, id)]),
    ...categories.map((category) => write("ZADD", keys.loungeCategory(category), FIRST_REPLY, id)),
    ...sketch.map((part, band) => write("HSETNX", keys.loungeSketch(band), part, id)),
  ];
}

/** What says something of an asset is scored a day later; a proved creator's is found by asset. */
function callEffects({ id, asset, stance, creator: { wallet, proof } }: StoredSignal): Effect[] {
  if (asset === null || stance === null) return [];
  const toScore = write("ZADD", keys.loungeToScore(), APPLIED_AT, id);
  return proof === "unproved"
    ? [toScore]
    : [
        toScore,
        write("ZADD", keys.loungeCalls(asset, wallet), APPLIED_AT, id),
        write("ZADD", keys.loungeCallers(asset), APPLIED_AT, wallet),
        write("HSET", keys.loungeViews(asset), wallet, id),
      ];
}
