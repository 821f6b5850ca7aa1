import { Refused } from "@/components/agents/use-work";
import { askFree } from "@/components/reading/ask-free";
import { isRecord } from "@/lib/is-record";
import { signIn } from "@/lib/buying/sign-in";
import type { FoundWallet } from "@/lib/buying/wallets";
import { networkOf } from "../asked-network";

const textIn = (answer: unknown): string | null =>
  isRecord(answer) && typeof answer.summary === "string" ? JSON.stringify(answer) : null;

/**
 * Reads a signal again that a wallet has unlocked, in whatever browser: its signature is the proof, and nothing is paid.
 * Gives the answer as it came. Throws Stopped and Refused.
 */
export async function readAgain(
  wallet: FoundWallet,
  { path, signalId }: { path: string; signalId: string },
  tell: (doing: string) => void,
): Promise<string> {
  tell("Asking the wallet for an account…");
  const account = await wallet.account();
  const network = await networkOf(path, JSON.stringify({ signalId }), wallet.family, "Not read");
  tell("Sign the message in the wallet: it moves nothing and costs nothing.");
  const proof = await signIn(account, {
    ...{ network, origin: window.location.origin, path, now: Date.now() },
    statement: `Read the signal ${signalId} again, which this wallet has unlocked. This moves nothing and costs nothing.`,
    resource: `urn:svc:reread:${signalId}`,
  });
  tell("Fetching the text…");
  const found = await askFree(path, textIn, { "sign-in-with-x": proof }, { signalId });
  if (found.state === "read") return found.value;
  const unpaid = found.status === 402;
  throw new Refused(
    unpaid ? "Not unlocked by this wallet" : "Not read",
    unpaid
      ? `${account.address} has not bought this signal. Choose the wallet that paid for it, or unlock it below. Nothing was charged.`
      : found.why,
  );
}
