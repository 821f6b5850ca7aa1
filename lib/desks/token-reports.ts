import type { TokenChain } from "@/lib/catalog/intel/token-chains";
import { goplusReport } from "@/lib/sources/goplus";
import { rugcheckReport } from "@/lib/sources/rugcheck";
import type { Source } from "@/lib/sources/source";
import type { Reported } from "@/lib/sources/token-report";

export type Reporter = "RugCheck" | "GoPlus";

/** Returns which provider examines the tokens of a chain. */
export const reporterOf = (chain: TokenChain): Reporter => (chain === "solana" ? "RugCheck" : "GoPlus");

/** The report of one token; the address in its one spelling. */
export const reportSource = (chain: TokenChain, address: string): Source<Reported> =>
  chain === "solana" ? rugcheckReport(address) : goplusReport(chain, address);
