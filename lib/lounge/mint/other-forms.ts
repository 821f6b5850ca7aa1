import { address, getAddressEncoder, getProgramDerivedAddress, isAddress } from "@solana/kit";
import { associatedAccount } from "@/lib/chains/associated-account";
import type { ChainAccount } from "@/lib/chains/token-mint";
import { TOKEN_PROGRAM } from "@/lib/chains/solana-programs";
import { TOKEN_2022 } from "../verifier/on-chain";
import { CORE, objectionToCoreAsset } from "./core-asset";
import { objectionToHolding } from "./holding";
import { objectionToCertificate } from "./objection";
import type { MintTerms } from "./terms";
import { objectionToTokenMetadata, TOKEN_METADATA } from "./token-metadata";

/**
 * Mints at any other address than the derived one: of Token-2022, of Metaplex's Token Metadata and of its Core. Nothing in
 * their address shows whose they are, so their creator must hold them and have signed the transaction that made them.
 */

/** The accounts that tell what a mint is, whatever its form; of one form, some of them don't exist. */
export interface MintPlaces<At> {
  mint: At;
  /** Where the creator holds a token of Token-2022, and where one of SPL Token. */
  held2022: At;
  heldSpl: At;
  /** Token Metadata's own. */
  metadata: At;
  edition: At;
}

/** Where those accounts are; null for a text that is no address. */
export async function placesOf(mint: string, creator: string): Promise<MintPlaces<string> | null> {
  if (!isAddress(mint)) return null;
  const key = getAddressEncoder().encode;
  const programAddress = address(TOKEN_METADATA);
  const seeds = ["metadata", key(programAddress), key(mint)];
  const [held2022, heldSpl, [metadata], [edition]] = await Promise.all([
    associatedAccount(creator, mint, TOKEN_2022),
    associatedAccount(creator, mint, TOKEN_PROGRAM),
    getProgramDerivedAddress({ programAddress, seeds }),
    getProgramDerivedAddress({ programAddress, seeds: [...seeds, "edition"] }),
  ]);
  return { mint, held2022, heldSpl, metadata, edition };
}

export interface OtherMint {
  creator: string;
  places: MintPlaces<string>;
  found: MintPlaces<ChainAccount | null>;
  terms: MintTerms;
}

/** What keeps a mint of another form from being a signal's, in words; null when nothing does. */
export function objectionToOtherForm({ creator, places, found, terms }: OtherMint): string | null {
  const { mint } = places;
  switch (found.mint?.owner) {
    case undefined:
      return "There is no finalized mint at that address yet.";
    case TOKEN_2022:
      return (
        objectionToCertificate(found.mint, { mint, terms }) ??
        objectionToHolding(found.held2022, { program: TOKEN_2022, mint, creator })
      );
    case TOKEN_PROGRAM:
      return (
        objectionToTokenMetadata(found, { mint, edition: places.edition, terms }) ??
        objectionToHolding(found.heldSpl, { program: TOKEN_PROGRAM, mint, creator })
      );
    case CORE:
      return objectionToCoreAsset(found.mint, { creator, terms });
    default:
      return "The account belongs neither to Token-2022, nor to SPL Token, nor to Metaplex Core.";
  }
}

/** The numbers of instructions that make a mint: `InitializeMint`, `InitializeMint2`; of Core `CreateV1`, `CreateV2`. */
const MAKING: Readonly<Record<string, readonly number[]>> = {
  [TOKEN_2022]: [0, 20],
  [TOKEN_PROGRAM]: [0, 20],
  [CORE]: [0, 20],
};

interface Instruction {
  program: string | undefined;
  accounts: readonly (string | undefined)[];
  data: Uint8Array;
}

/** Tells the instruction that makes a mint from all others: each of the programs names the mint first. */
export const makes =
  (mint: string) =>
  ({ program = "", accounts, data }: Instruction): boolean =>
    accounts[0] === mint && data[0] !== undefined && MAKING[program]?.includes(data[0]) === true;
