import { bytesToBase64Url } from "@/lib/http/base64";
import { clientAddress, clientNetwork } from "@/lib/http/client-address";
import { hmacSha256, randomHex } from "@/lib/http/digest";
import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { cacheStore } from "@/lib/store/redis";

/** The day's key must outlive its day on every instance. */
const KEPT_SEC = 2 * 86_400;

let known: { day: string; key: string } | undefined;

/**
 * A random key that all instances share for one UTC day, and that nobody has afterwards: what is written by it can't be
 * traced to a network later, whoever has the database. Without the store each instance has its own meanwhile.
 */
async function keyOf(day: string): Promise<string> {
  if (known?.day === day) return known.key;
  const own = randomHex(32);
  try {
    const at = keys.networkKey(day);
    const pipeline = cacheStore().pipeline();
    pipeline.set(at, own, { nx: true, ex: KEPT_SEC });
    pipeline.get(at);
    const [, stored] = await pipeline.exec<unknown[]>();
    known = { day, key: String(stored) };
    return known.key;
  } catch (error) {
    log.warn("network_key_local", { why: describe(error) });
    return own;
  }
}

/** A caller by tags that say nothing of its address. */
export interface NetworkTags {
  network: string;
  address: string;
}

const TAG_BYTES = 12;

export async function networkTags(headers: Headers, now: Date): Promise<NetworkTags> {
  const day = now.toISOString().slice(0, 10);
  const key = await keyOf(day);
  const tag = (text: string): string => bytesToBase64Url(hmacSha256(key, text).slice(0, TAG_BYTES));
  return { network: tag(`${day} ${clientNetwork(headers)}`), address: tag(clientAddress(headers)) };
}
