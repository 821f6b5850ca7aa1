import { askFree } from "@/components/reading/ask-free";
import { withQuery } from "@/components/reading/with-query";
import { Stopped } from "@/lib/buying/problem";
import { signIn } from "@/lib/buying/sign-in";
import type { FoundWallet } from "@/lib/buying/wallets";
import type { GiveFeedbackAnswer } from "@/lib/identity/give-feedback/answer";
import { NETWORKS } from "@/lib/payments/rails/networks";
import { proofResource } from "@/lib/identity/proof-resource";
import { readFeedback, readProfile } from "../own-answers";
import type { AgentRoutes } from "../routes";
import { Refused } from "../use-work";
import { bodyOfFeedback, chainOf, type FeedbackDraft } from "./draft";

type Tell = (doing: string) => void;

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
  { routes, draft, tell }: { routes: AgentRoutes; draft: FeedbackDraft; tell: Tell },
): Promise<GiveFeedbackAnswer> {
  const body = bodyOfFeedback(draft, true);
  const route = { path: routes.feedback, method: "POST" as const };
  tell("Asking the wallet for an account…");
  const [account, network] = await Promise.all([wallet.account(), networkOf(routes, draft)]);
  tell("Sign the message in the wallet: it publishes the feedback, and moves nothing.");
  const proof = await signIn(account, {
    ...{ network, origin: window.location.origin, path: route.path, now: Date.now() },
    statement: "Publish feedback that shows this payment to everybody, for good. This moves nothing.",
    resource: await proofResource(route, body),
  });
  tell("Writing the file…");
  const found = await askFree(route.path, readFeedback, { "sign-in-with-x": proof }, body);
  if (found.state === "failed") throw new Refused("Not written", found.why);
  if (found.value.state !== "ready") throw new Refused("Not written", found.value.message);
  return found.value;
}

/** Sends the prepared call with the wallet that the file names. Throws Stopped and Refused. */
export async function sendFeedback(
  wallet: FoundWallet,
  call: NonNullable<GiveFeedbackAnswer["call"]>,
  tell: Tell,
): Promise<string> {
  tell("Asking the wallet for an account…");
  const account = await wallet.account();
  if (account.address.toLowerCase() !== call.from.toLowerCase())
    throw new Stopped({ kind: "other_account", shared: account.address, wanted: call.from });
  if (account.sendCall === null) throw new Refused("Not an EVM wallet", "The registry is on an EVM chain.");
  tell("Confirm the transaction in the wallet: it costs the network's fee.");
  return account.sendCall(`eip155:${call.chainId}`, call);
}
