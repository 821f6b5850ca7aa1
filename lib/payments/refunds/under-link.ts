import { LINK_KEPT_SEC } from "@/lib/http/pay-link-header";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { linkIn } from "../ledger/kept-request";

/**
 * A payment is noted under the link that it was made for when it is served. One that is returned unserved is noted by its
 * refund: the agent whose link it is would hear that nobody has paid, and have it paid for once more.
 *
 * For scripts whose KEYS[1] is the record and ARGV[1] the payment's key. `request` is what the record kept when the link was
 * read from it: it may have been bound anew since, and then nothing is noted.
 */
export const UNDER_LINK = `
local function noteUnder(link, request)
  if not link or redis.call('HGET', KEYS[1], 'request') ~= request then return end
  redis.call('SET', link, ARGV[1], 'NX', 'EX', ${LINK_KEPT_SEC})
end
`;

/** The request that a payment's record keeps while it is not served, empty without one, and the store's key of its link, if any. */
export async function keptLink(paymentKey: string): Promise<{ request: string; links: string[] }> {
  const read = async (field: string): Promise<string> =>
    (await ledgerStore().hget<string>(keys.payment(paymentKey), field)) ?? "";
  const [request, fingerprint] = await Promise.all([read("request"), read("fingerprint")]);
  const link = linkIn(request);
  return { request, links: link === null ? [] : [keys.payLink(link, fingerprint)] };
}
