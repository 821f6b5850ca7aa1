import { address, getAddressEncoder, getProgramDerivedAddress } from "@solana/kit";
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM } from "./solana-programs";

// kit's key derivation asks for a secure context, which the edge runtime is but does not say.
globalThis.isSecureContext ??= true;

const accounts = new Map<string, Promise<string>>();

/** The associated token account in which `owner` holds `mint` (SPL Token). */
export const tokenAccountOf = (owner: string, mint: string): Promise<string> =>
  associatedAccount(owner, mint, TOKEN_PROGRAM);

/** The same of a mint of either token program. */
export function associatedAccount(owner: string, mint: string, program: string): Promise<string> {
  const id = `${owner} ${mint} ${program}`;
  const known = accounts.get(id) ?? derive(owner, mint, program);
  if (accounts.size < MAX_ACCOUNTS) accounts.set(id, known);
  return known;
}
/** One merchant needs one; the bound is for programs that ask for many. */
const MAX_ACCOUNTS = 64;

async function derive(owner: string, mint: string, program: string): Promise<string> {
  const encode = getAddressEncoder().encode;
  const [account] = await getProgramDerivedAddress({
    programAddress: address(ASSOCIATED_TOKEN_PROGRAM),
    seeds: [encode(address(owner)), encode(address(program)), encode(address(mint))],
  });
  return account;
}
