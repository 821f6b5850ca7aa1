import { readTokenAccount } from "@/lib/chains/token-account";
import type { ChainAccount } from "@/lib/chains/token-mint";
import { merchant } from "@/lib/payments/rails/merchant";
import { TOKEN_PROGRAM } from "@/lib/chains/solana-programs";
import { ownToken } from "@/lib/payments/token/own-token";

/** Each mint that payments are made in, with the token program that it belongs to. */
function paymentMints(): ReadonlyMap<string, string> {
  const own = ownToken();
  return new Map([
    [merchant().networks.solana.usdc, TOKEN_PROGRAM],
    ...(own === null ? [] : [[own.mint, own.program] as const]),
  ]);
}

const isPaymentMint = (address: string): boolean => paymentMints().has(address);

/** The program must be the mint's own: any other may write what it likes into its accounts. */
function isPaymentAccount(_address: string, { owner, data }: ChainAccount): boolean {
  const mint = readTokenAccount(data)?.mint;
  return mint !== undefined && paymentMints().get(mint) === owner;
}

/** Each kind of account that may be read, by its address or by what it is. */
const KINDS: readonly ((address: string, account: ChainAccount) => boolean)[] = [
  isPaymentMint,
  isPaymentAccount,
];

/** Whether an account is of a kind that may be read. */
export const isReadable = (address: string, account: ChainAccount): boolean =>
  KINDS.some((is) => is(address, account));
