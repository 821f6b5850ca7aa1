/** SPL Token, which USDC's mint belongs to on both of Solana's networks. */
export const TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";

export const ASSOCIATED_TOKEN_PROGRAM = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";
export const COMPUTE_BUDGET_PROGRAM = "ComputeBudget111111111111111111111111111111";
export const MEMO_PROGRAM = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
/** Wallets add its assertions on their own. */
export const LIGHTHOUSE_PROGRAM = "L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95";

export const SYSTEM_PROGRAM = "11111111111111111111111111111111";

/** Instructions of either token program. */
export const TRANSFER_CHECKED = 12;
export const BURN_CHECKED = 15;

/** One instruction of a transaction, with its program resolved. */
export interface Instruction {
  program: string;
  accounts: readonly number[];
  data: Uint8Array;
}
