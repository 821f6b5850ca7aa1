import { address, createAddressWithSeed } from "@solana/kit";
import { TOKEN_2022 } from "../verifier/on-chain";

/** What a signal's mint says on chain: nothing of its creator's words, which could not be taken back there. */
export interface MintTerms {
  name: string;
  symbol: string;
  uri: string;
  /** Further fields of its metadata. */
  fields: readonly (readonly [name: string, value: string])[];
}

/** Each mint's one field beside its name. */
export const termsFields = (certificateHash: string): MintTerms["fields"] => [
  ["certificateHash", certificateHash],
];

export const mintTermsOf = (
  { id, seq, certificateHash }: { id: string; seq: number; certificateHash: string },
  origin: string,
): MintTerms => ({
  ...{ name: `svc signal #${seq}`, symbol: "SIGNAL" },
  uri: `${origin}/api/rwa-metadata?signalId=${id}`,
  fields: termsFields(certificateHash),
});

/**
 * The one address at which a signal may be minted: derived from its creator and its id, so that the creator alone can sign
 * for it, and only once.
 */
export const mintAddressOf = (creator: string, signalId: string): Promise<string> =>
  createAddressWithSeed({
    ...{ baseAddress: address(creator), seed: signalId },
    programAddress: address(TOKEN_2022),
  });
