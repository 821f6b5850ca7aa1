import { askFree } from "@/components/reading/ask-free";
import { withQuery } from "@/components/reading/with-query";
import { Stopped } from "@/lib/buying/problem";
import { signIn } from "@/lib/buying/sign-in";
import type { FoundWallet } from "@/lib/buying/wallets";
import type { GiveFeedbackAnswer } from "@/lib/identity/give-feedback/answer";
import { NETWORKS } from "@/lib/chains/networks";
import { proofResource } from "@/lib/identity/proof-resource";
import { readFeedback, readProfile } from "../own-answers";
import type { AgentRoutes } from "../routes";
import { notTaken, Refused, type Working } from "../use-work";
import { bodyOfFeedback, chainOf, type FeedbackDraft } from "./draft";

/** What the service says would be published, before it writes anything. Throws Refused. */
export async function askConsent(routes: AgentRoutes, draft: FeedbackDraft): Promise<string> {
  const found = await askFree(routes.feedback, readFeedback, {}, bodyOfFeedback(draft, false));
  if (found.state === "failed") throw new Refused("Nothing to publish", found.why);
  return found.value.warning;
}

const CHAIN_IDS = Object.values(NETWORKS).flatMap(({ evm, solana }) => [evm.id, solana.id]);

/** The chain that a payment's key begins with, as CAIP-2 writes it: keys are in lower case. */
function chainIdOf(payment: string): string {
  const named = payment.split(":").slice(0, 2).join(":").toLowerCase();
  return CHAIN_IDS.find((id) => id.toLowerCase() === named) ?? named;
}

/** The CAIP-2 id of the chain that the payment was made on. Throws Refused. */
async function networkOf(routes: AgentRoutes, draft: FeedbackDraft): Promise<string> {
  const agent = draft.agent.trim();
  if (agent === "") return chainIdOf(draft.payment.trim());
  const found = await askFree(withQuery(routes.identity, { id: agent }), readProfile);
  if (found.state === "failed") throw new Refused("The agent can't be read", found.why);
  const account = found.value.agent.accounts.find(({ chain }) => chain === chainOf(draft));
  if (account === undefined)
    throw new Refused("Not paid to it", "The agent has no wallet on the chain of this transaction.");
  return account.account.split(":").slice(0, 2).join(":");
}

/** Has the paying wallet sign for this very feedback, and the file written. Throws Stopped and Refused. */
export async function publish(
  wallet: FoundWallet,
  { routes, draft, working }: { routes: AgentRoutes; draft: FeedbackDraft; working: Working },
): Promise<GiveFeedbackAnswer> {
  const body = bodyOfFeedback(draft, true);
  const route = { path: routes.feedback, method: "POST" as const };
  const [account, network, resource] = await Promise.all([
    working.wallet("Asking the wallet for an account…", () => wallet.account()),
    networkOf(routes, draft),
    proofResource(route, body),
  ]);
  const sign = "Sign the message in the wallet: it publishes the feedback, and moves nothing.";
  const proof = await working.wallet(sign, () =>
    signIn(account, {
      ...{ network, origin: window.location.origin, path: route.path, now: Date.now() },
      statement: "Publish feedback that shows this payment to everybody, for good. This moves nothing.",
      resource,
    }),
  );
  working.tell("Writing the file…");
  const found = await askFree(route.path, readFeedback, { "sign-in-with-x": proof }, body);
  if (found.state === "failed") throw notTaken("Not written", found);
  if (found.value.state !== "ready") throw new Refused("Not written", found.value.message);
  return found.value;
}

/** Sends the prepared call with the wallet that the file names. Throws Stopped and Refused. */
export async function sendFeedback(
  wallet: FoundWallet,
  call: NonNullable<GiveFeedbackAnswer["call"]>,
  working: Working,
): Promise<string> {
  const account = await working.wallet("Asking the wallet for an account…", () => wallet.account());
  if (account.address.toLowerCase() !== call.from.toLowerCase())
    throw new Stopped({ kind: "other_account", shared: account.address, wanted: call.from });
  const { sendCall } = account;
  if (sendCall === null) throw new Refused("Not an EVM wallet", "The registry is on an EVM chain.");
  const confirm = "Confirm the transaction in the wallet: it costs the network's fee.";
  return working.wallet(confirm, () => sendCall(`eip155:${call.chainId}`, call), true);
}
