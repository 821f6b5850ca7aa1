import { isRecord } from "@/lib/is-record";
import type { KeptCertificate } from "../verify/read-certificate";
import type { Mintable } from "./mint-flow";

/** What of a certificate its creator can mint; null where nobody can. */
export function mintableOf({ certificate, mintTerms, ...rest }: KeptCertificate): Mintable | null {
  const creator = certificate?.creator;
  if (mintTerms === null || !isRecord(creator) || typeof creator.wallet !== "string") return null;
  const { signalId, certificateHash } = rest;
  return { signalId, certificateHash, creator: creator.wallet, at: mintTerms };
}
