import { MEMO_PROGRAM, MEMO_V1_PROGRAM } from "./network";
import type { Message } from "./transaction";

export const isMemoProgram = (program: string | undefined): boolean =>
  program === MEMO_PROGRAM || program === MEMO_V1_PROGRAM;

/** The memo's text; null when it is not UTF-8. */
export function memoText(data: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    return null; // the program refuses such bytes, but what was refused is recorded too
  }
}

/** A transaction's memos as `getSignaturesForAddress` writes them: `[length] text`, joined by "; ". */
export function memosOf({ staticAccounts, instructions }: Message): string | null {
  const memos = instructions
    .filter(({ programAddressIndex }) => isMemoProgram(staticAccounts[programAddressIndex]))
    .map(({ data }) => Uint8Array.from(data ?? []))
    .map((data) => `[${data.length}] ${memoText(data) ?? "(unparseable)"}`);
  return memos.length > 0 ? memos.join("; ") : null;
}
