import type { VerifyLinkAnswer } from "@/lib/identity/verify-link/answer";

type Reason = NonNullable<VerifyLinkAnswer["reason"]>;

/** What to do about each refusal; what it is about is in the service's own words. */
const REMEDIES: Readonly<Record<Reason, string>> = {
  reverted: "Prepare the call again, and send it with enough gas.",
  not_the_registry: "Send the call that this page prepares: it names the one registry that counts.",
  other_uri:
    "Send the call that this page prepares, or point the token here with setAgentURI and send this hash again.",
  several: "Keep the token that you want, and point the others elsewhere.",
  not_minted: "Send the call that this page prepares: a new token has to come with it.",
  other_owner:
    "Send it with the wallet of this agent's own address, or register the pair of addresses that did.",
  moved: "Move the token back to the agent's wallet, or prepare the call again for a new one.",
  uri_changed: "Point the token at this agent's registration file again, then send this hash again.",
};

export const refusalInWords = ({ reason, message }: Pick<VerifyLinkAnswer, "reason" | "message">): string =>
  reason === undefined ? message : `${message} ${REMEDIES[reason]}`;
