import { generateKeyPairSigner, type Address, type KeyPairSigner } from "@solana/kit";
import { startSolanaChain, type SolanaChain } from "@/sandbox/chains/solana/chain";
import type { NewMint } from "@/sandbox/chains/solana/faucet";
import { TOKEN_PROGRAM } from "@/sandbox/chains/solana/network";

/** Whole tokens from which each tier is had, in these tests. */
export const TIERS = { deluxe: 1_000, executive: 10_000, president: 100_000 } as const;
export const DECIMALS = 9;

export interface TokenWorld {
  chain: SolanaChain;
  mint: Address;
  treasury: KeyPairSigner;
  /** What the service is told of the token, launched. */
  settings: Record<string, string>;
}

/** A local chain with the own token on it, whose treasury has its account. */
export async function startTokenWorld(made: Partial<NewMint> = {}): Promise<TokenWorld> {
  const chain = await startSolanaChain({ port: 0, finalizeMs: 0 });
  const [{ address: mint }, treasury, { address: pool }] = await Promise.all([
    generateKeyPairSigner(),
    generateKeyPairSigner(),
    generateKeyPairSigner(),
  ]);
  const token: NewMint = { mint, program: TOKEN_PROGRAM, decimals: DECIMALS, ...made };
  chain.createToken(token);
  await chain.mintToken(mint, treasury.address, 0n);
  const settings = {
    TOKEN_LAUNCHED: "true",
    TOKEN_MINT: mint,
    TOKEN_PROGRAM: token.program === TOKEN_PROGRAM ? "spl-token" : "token-2022",
    TOKEN_DECIMALS: String(token.decimals),
    TOKEN_TREASURY: treasury.address,
    TOKEN_POOL: pool,
    TOKEN_QUOTE_SECRET: "a secret of quotes with thirty-two characters",
    TOKEN_MERCHANTS: "svc:live,partner:soon",
    TOKEN_DELUXE_FROM: String(TIERS.deluxe),
    TOKEN_EXECUTIVE_FROM: String(TIERS.executive),
    TOKEN_PRESIDENT_FROM: String(TIERS.president),
    SOLANA_RPC_URL: chain.rpcUrl,
  };
  return { chain, mint, treasury, settings };
}
