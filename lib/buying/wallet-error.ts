import { isRecord } from "@/lib/is-record";
import { asLine } from "./outcome";
import { Stopped } from "./problem";

/** EIP-1193: the person declined; Solana's wallets took the code over, where they give one. */
const DECLINED = 4001;
const DECLINED_WORDS = /\b(reject|denied|declin|cancel)/i;
const MOST_CAUSES = 8;

/** An error with what it wraps, outermost first. */
function* chainOf(error: unknown): Generator<Record<string, unknown>> {
  for (let at: unknown = error, left = MOST_CAUSES; isRecord(at) && left > 0; at = at.cause, left -= 1)
    yield at;
}

/** What a code of an error says, anywhere in what it wraps. */
export const hasCode = (error: unknown, code: number): boolean =>
  [...chainOf(error)].some((one) => one.code === code);

/** Anything that a wallet throws, as the problem that it is. */
export function walletProblem(error: unknown): Stopped {
  if (error instanceof Stopped) return error;
  const all = [...chainOf(error)];
  const words = all.map(({ message }) => (typeof message === "string" ? message : ""));
  if (hasCode(error, DECLINED) || words.some((text) => DECLINED_WORDS.test(text)))
    return new Stopped({ kind: "rejected" }, { cause: error });
  // The innermost is the wallet's own; the libraries' around it quote the whole request.
  const innermost = words.at(-1) ?? (typeof error === "string" ? error : "");
  return new Stopped({ kind: "wallet_failed", message: asLine(innermost).slice(0, 160) }, { cause: error });
}
