import { clientNetwork } from "@/lib/http/client-address";
import { keepAlive } from "@/lib/http/keep-alive";
import { now } from "@/lib/time";
import { countRequest } from "@/lib/store/rate-limit";

/** Questions to our node of whether a contract signed, which anybody can cause by inventing a signature. */
const RULE = { name: "contract-signatures", perMinute: 30 };

/** How long (ms) this caller's network must wait for another such question; 0 when it may have one now, which is counted. */
export async function waitForContractQuestion(headers: Headers): Promise<number> {
  const { allowed, resetAt } = await countRequest(clientNetwork(headers), keepAlive, RULE);
  return allowed ? 0 : Math.max(1, resetAt - now());
}
