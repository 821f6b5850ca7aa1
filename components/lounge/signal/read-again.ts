import { Refused, type Working } from "@/components/agents/use-work";
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
  found: FoundWallet,
  { path, signalId }: { path: string; signalId: string },
  { tell, wallet }: Working,
): Promise<string> {
  const account = await wallet("Asking the wallet for an account…", () => found.account());
  tell("Asking for the chain…");
  const network = await networkOf(path, JSON.stringify({ signalId }), found.family, "Not read");
  const proof = await wallet("Sign the message in the wallet: it moves nothing and costs nothing.", () =>
    signIn(account, {
      ...{ network, origin: window.location.origin, path, now: Date.now() },
      statement: `Read the signal ${signalId} again, which this wallet has unlocked. This moves nothing and costs nothing.`,
      resource: `urn:svc:reread:${signalId}`,
    }),
  );
  tell("Fetching the text…");
  const read = await askFree(path, textIn, { "sign-in-with-x": proof }, { signalId });
  if (read.state === "read") return read.value;
  const unpaid = read.status === 402;
  throw new Refused(
    unpaid ? "Not unlocked by this wallet" : "Not read",
    unpaid
      ? `${account.address} has not bought this signal. Choose the wallet that paid for it, or unlock it below. Nothing was charged.`
      : read.why,
  );
}
