import { env } from "@/lib/env";
import { keepAlive } from "@/lib/http/keep-alive";
import { describe, log } from "@/lib/http/log";
import { knownKeys, learnKeys } from "./agent-keys";
import {
  type Judged,
  judgeSignature,
  namedAgent,
  type NamedAgent,
  type SignedRequest,
} from "./signed-caller";

/** An agent that signed a request, as it is shown. It decides nothing. */
export type Caller = Judged & { signatureAgent: string };

/** The request as its signer addressed it: no proxy's Host counts. */
const addressed = (request: SignedRequest): SignedRequest => {
  const { pathname, search } = new URL(request.url);
  return { ...request, url: new URL(env().PUBLIC_ORIGIN).origin + pathname + search };
};

/** Has a directory read behind the answer, where this host's turn has come. */
function learnSoon({ origin }: NamedAgent): void {
  const learnt = learnKeys(origin).then(
    (came) => came && log.info("agent_keys_read", { agent: origin, ...came }),
    (error: unknown) => log.warn("agent_keys_not_read", { agent: origin, why: describe(error) }),
  );
  keepAlive(learnt);
}

/** Who signed a request, as far as the keys that are known tell; null where nobody did, or nothing is looked at here. */
async function judge(route: string, request: SignedRequest): Promise<Caller | null> {
  if (!env().SIGNATURE_AGENTS) return null;
  const agent = namedAgent(request.headers);
  if (agent === null) return null;
  const known = await knownKeys(new URL(agent.origin).host);
  const judged = await judgeSignature(addressed(request), agent, known ?? []);
  if (judged.state === "unverified") learnSoon(agent);
  log.info("signature_agent", { route, agent: agent.origin, ...judged });
  return { signatureAgent: agent.origin, ...judged };
}

/** The same, and null where the keys can't be read. Never rejects. */
export const noteCaller = (route: string, request: SignedRequest): Promise<Caller | null> =>
  judge(route, request).catch((error: unknown) => {
    log.warn("signature_agent_not_judged", { route, why: describe(error) });
    return null;
  });
