import type * as z from "zod";
import { ApiError } from "@/lib/http/api-error";
import { cleanLine, cleanText } from "../text";
import { type CreatorChain, MAX_SUMMARY, MAX_TITLE } from "../vocabulary";
import { walletOn } from "../wallet";
import type { signalPublishEntry } from "./entry";

/** A request to publish as it would be published. */
export interface Submission {
  title: string;
  summary: string;
  categories: readonly string[];
  /** As the ledger writes payers. */
  wallet: string;
  chain: CreatorChain;
}

/** Normalisation can make a text longer, and cleaning can leave nothing of it. */
function within(name: string, text: string, most: number): string {
  if (text.length >= 1 && text.length <= most) return text;
  throw new ApiError(
    "invalid_request",
    text === ""
      ? `\`${name}\`: holds nothing that can be seen.`
      : `\`${name}\`: has ${text.length} characters once it is normalised (NFKC); ${most} is the most.`,
  );
}

/** Cleans what was sent. Throws ApiError 400 for what is nothing then, or too long, and for a wallet of no such chain. */
export function readSubmission(input: z.output<typeof signalPublishEntry.input>): Submission {
  const { creatorChain: chain, creatorWallet } = input;
  const wallet = walletOn(chain, creatorWallet);
  if (wallet === null)
    throw new ApiError(
      "invalid_request",
      chain === "evm"
        ? "`creatorWallet`: must be 0x and 40 hexadecimal digits; in mixed case with a right checksum."
        : "`creatorWallet`: must be the base58 of 32 bytes.",
    );
  return {
    title: within("title", cleanLine(input.title), MAX_TITLE),
    summary: within("summary", cleanText(input.summary), MAX_SUMMARY),
    categories: [...new Set(input.categories)],
    ...{ wallet, chain },
  };
}
