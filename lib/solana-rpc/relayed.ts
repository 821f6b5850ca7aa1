import { isMintAddress } from "@/lib/lounge/mint/known";
import type { SolanaTransaction } from "@/lib/chains/solana-transaction";
import { UnreadableTransaction } from "@/lib/chains/unreadable";
import { associatedAccount, tokenAccountOf } from "@/lib/chains/associated-account";
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  type Instruction,
  LIGHTHOUSE_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
} from "@/lib/chains/solana-programs";
import { pickMpp, pickOwnToken } from "@/lib/payments/rails/transfer-form";
import { PaymentRefused } from "@/lib/payments/outcome/reasons";
import { merchant } from "@/lib/payments/rails/merchant";
import { ownToken, TOKEN_2022_PROGRAM } from "@/lib/payments/token/own-token";

/** They move nothing, and wallets add them to whatever they sign. */
const GUARDS: ReadonlySet<string> = new Set([COMPUTE_BUDGET_PROGRAM, MEMO_PROGRAM, LIGHTHOUSE_PROGRAM]);
/** Programs that take a part in making a certificate's mint. */
const MINTING: ReadonlySet<string> = new Set([SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, ASSOCIATED_TOKEN_PROGRAM]);

/** One flow of the service's own that sends a transaction through the relay. */
type Flow = (transaction: SolanaTransaction) => boolean | Promise<boolean>;

const MINT = 1;
const DESTINATION = 2;

/** USDC to our wallet, as MPP has it. */
const paysInUsdc: Flow = async ({ instructions, account }) => {
  const { solanaPayTo, networks } = merchant();
  if (solanaPayTo === undefined) return false;
  const { usdc } = networks.solana;
  const { accounts } = pickMpp(instructions);
  const ours = await tokenAccountOf(solanaPayTo, usdc);
  return account(accounts[MINT]) === usdc && account(accounts[DESTINATION]) === ours;
};

/** The own token, burnt and paid to the treasury. */
const paysInOwnToken: Flow = async ({ instructions, account }) => {
  const token = ownToken();
  if (token === null) return false;
  const { mint, program, treasury } = token;
  const { burn, transfer } = pickOwnToken(instructions, program);
  const isOf = ({ accounts }: Instruction): boolean => account(accounts[MINT]) === mint;
  const ours = await associatedAccount(treasury, mint, program);
  return isOf(burn) && isOf(transfer) && account(transfer.accounts[DESTINATION]) === ours;
};

/** The mint of a published signal's certificate: each instruction that does something names that one address. */
const mintsCertificate: Flow = async ({ instructions, account }) => {
  const acting = instructions.filter(({ program }) => !GUARDS.has(program));
  const [first, ...rest] = acting.map(({ accounts }) => new Set(accounts.map(account)));
  if (first === undefined || acting.some(({ program }) => !MINTING.has(program))) return false;
  const shared = [...first].filter((address) => rest.every((named) => named.has(address)));
  const known = await Promise.all(shared.map(isMintAddress));
  return known.includes(true);
};

/** What a flow refuses for its form it does not take. */
const takes = async (flow: Flow, transaction: SolanaTransaction): Promise<boolean> => {
  try {
    return await flow(transaction);
  } catch (error) {
    if (error instanceof PaymentRefused || error instanceof UnreadableTransaction) return false;
    throw error;
  }
};

/** Whether a transaction belongs to a flow of the service's own. */
export async function isOwnFlow(transaction: SolanaTransaction): Promise<boolean> {
  for (const flow of [paysInUsdc, paysInOwnToken, mintsCertificate])
    if (await takes(flow, transaction)) return true;
  return false;
}
