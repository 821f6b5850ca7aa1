import type { Handler } from "@/lib/handler";
import { invalidRequest } from "@/lib/http/body";
import { changeAgent, changeWith, findForChange, requireRoom } from "../changes";
import { proved, readOwnProof, walletOf } from "../own-proof";
import { refuseSecrets } from "../refuse-secrets";
import { unknownAgent } from "../require-agent";
import { isSapVerified, linkSap, readSapLink } from "../sap";
import { lookAtSap } from "../sap-account";
import { profileOf } from "../view";
import { linkEntry } from "./entry";

/** `PATCH /api/agent-identity`. The account is read where a node is set; it is waited for seconds at most, whatever it does. Throws ApiError 400, 403 where a proof is missing or another's, 404, 429 and 503. */
export const linkAgent: Handler<typeof linkEntry> = async (input, { now, headers }) => {
  refuseSecrets(input);
  const proof = await readOwnProof(linkEntry, input, { headers, now });
  const found = await findForChange(input.id, proof, { headers, now });
  if (found.agent === null) throw unknownAgent();
  const link = await readSapLink(input, found.agent);
  if (link === null)
    throw invalidRequest([
      { path: "", message: "Send `sapWallet`, `sapAgentPda` or both: there is nothing else to link." },
    ]);
  requireRoom(found); // a node is asked about it
  const wallet = walletOf(found.agent, proof);
  const { agent, effects } = changeAgent(found.agent, {
    ...linkSap(found.agent, link, { signer: proof?.address ?? null, ofPair: wallet !== null }),
    ...(await lookAtSap(link, found.agent)),
    ...proved(found.agent, wallet, now),
  });
  return {
    answer: { ok: true, agent: profileOf(agent), verified: isSapVerified(agent) },
    ...(effects.length === 0 ? { effects } : changeWith(found, effects)),
  };
};
