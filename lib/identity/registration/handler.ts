import { env } from "@/lib/env";
import type { Handler } from "@/lib/handler";
import { documentHeaders } from "../document-headers";
import { linksOf } from "../record";
import { requireAgent } from "../require-agent";
import { descriptionOf } from "../view";
import type { RegistrationAnswer } from "./answer";
import type { registrationEntry } from "./entry";

/** `GET /api/agent-identity-registration`. */
export const getRegistration: Handler<typeof registrationEntry> = async ({ id }) => {
  const agent = await requireAgent(id);
  const { profileUrl, cardUrl } = linksOf(id);
  const answer: RegistrationAnswer = {
    type: "https://eips.ethereum.org/EIPS/eip-8004#registration-v1",
    name: agent.name,
    description: descriptionOf(agent),
    image: `${env().PUBLIC_ORIGIN}/icon.svg`,
    services: [
      { name: "web", endpoint: profileUrl },
      { name: "A2A", endpoint: cardUrl, version: "1.0" },
    ],
    ...{ x402Support: false, active: true, registrations: [], supportedTrust: [] },
  };
  return { answer, effects: [], headers: await documentHeaders(answer) };
};
