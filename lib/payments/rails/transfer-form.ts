import {
  ASSOCIATED_TOKEN_PROGRAM,
  BURN_CHECKED,
  COMPUTE_BUDGET_PROGRAM,
  type Instruction,
  LIGHTHOUSE_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  TRANSFER_CHECKED,
} from "@/lib/chains/solana-programs";
import { PaymentRefused } from "../outcome/reasons";

const SET_COMPUTE_UNIT_LIMIT = 2;
const SET_COMPUTE_UNIT_PRICE = 3;
/** Creates an account unless it exists. */
const CREATE_IDEMPOTENT = 1;
/** As the first instruction it makes a transaction live by a nonce account instead of a blockhash. */
const ADVANCE_NONCE = 4;
const MAX_INSTRUCTIONS = 7;

const refuse = (message: string): PaymentRefused => new PaymentRefused("unsupported_payment", message);

/** Throws PaymentRefused for a durable nonce: the payment could be made at any time later. */
function refuseNonce(first: Instruction | undefined): void {
  if (first?.program === SYSTEM_PROGRAM && first.data[0] === ADVANCE_NONCE)
    throw refuse("Durable nonces are not accepted. Sign with a recent blockhash.");
}

const isTransfer = ({ program, data }: Instruction): boolean =>
  program === TOKEN_PROGRAM && data[0] === TRANSFER_CHECKED && data.length === 10;

/**
 * The transfer in a transaction of x402's form (scheme `exact` on Solana): compute limit, compute price, one SPL
 * `TransferChecked`, then at most four memo or Lighthouse instructions.
 */
export function pickX402(instructions: readonly Instruction[]): Instruction {
  const [limit, price, transfer, ...rest] = instructions;
  refuseNonce(limit);
  if (
    limit?.program !== COMPUTE_BUDGET_PROGRAM ||
    limit.data[0] !== SET_COMPUTE_UNIT_LIMIT ||
    price?.program !== COMPUTE_BUDGET_PROGRAM ||
    price.data[0] !== SET_COMPUTE_UNIT_PRICE
  ) {
    throw refuse(
      "The transaction must begin with a compute unit limit and a compute unit price. Sign one that does.",
    );
  }
  if (transfer === undefined || !isTransfer(transfer)) {
    throw refuse("The third instruction must be one SPL Token TransferChecked. Sign one where it is.");
  }
  if (
    instructions.length > MAX_INSTRUCTIONS ||
    rest.some(({ program }) => program !== MEMO_PROGRAM && program !== LIGHTHOUSE_PROGRAM)
  ) {
    throw refuse(
      "Only memo and Lighthouse instructions may follow the transfer, four at most. Sign one with no others.",
    );
  }
  return transfer;
}

const isHarmless = ({ program, data }: Instruction): boolean =>
  program === COMPUTE_BUDGET_PROGRAM ||
  program === MEMO_PROGRAM ||
  program === LIGHTHOUSE_PROGRAM ||
  (program === ASSOCIATED_TOKEN_PROGRAM && data.length === 1 && data[0] === CREATE_IDEMPOTENT);

/**
 * The transfer in a transaction of MPP's form: one SPL `TransferChecked`, and nothing that moves anything else. The
 * order is the client's choice: the official ones send price, limit, transfer, memo, one of them opens the recipient's
 * account before. The payer signs all of it and pays its fees, so that neither can cost the seller anything.
 */
export function pickMpp(instructions: readonly Instruction[]): Instruction {
  refuseNonce(instructions[0]);
  const [transfer, ...others] = instructions.filter((instruction) => !isHarmless(instruction));
  if (transfer === undefined || !isTransfer(transfer) || others.length > 0)
    throw refuse(
      "The transaction must hold one SPL Token TransferChecked, and besides it only compute budget, memo and Lighthouse instructions. Sign one with no others.",
    );
  return transfer;
}

/** Wallets add these on their own; they move nothing. Accounts are opened by nobody here: the treasury has its own. */
const isAddedByWallets = ({ program }: Instruction): boolean =>
  program === COMPUTE_BUDGET_PROGRAM || program === MEMO_PROGRAM || program === LIGHTHOUSE_PROGRAM;

const isTokenInstruction = (program: string, number: number) => (instruction: Instruction) =>
  instruction.program === program && instruction.data[0] === number && instruction.data.length === 10;

/**
 * Burn and transfer in a payment in the own token, of the program that its mint belongs to: one of each, in any order, and
 * nothing else that does anything.
 */
export function pickOwnToken(
  instructions: readonly Instruction[],
  program: string,
): { burn: Instruction; transfer: Instruction } {
  refuseNonce(instructions[0]);
  const acting = instructions.filter((instruction) => !isAddedByWallets(instruction));
  const burn = acting.find(isTokenInstruction(program, BURN_CHECKED));
  const transfer = acting.find(isTokenInstruction(program, TRANSFER_CHECKED));
  if (burn === undefined || transfer === undefined || acting.length !== 2)
    throw refuse(
      "The transaction must hold one BurnChecked and one TransferChecked of the token's program, and besides them only compute budget, memo and Lighthouse instructions. Sign one with no others.",
    );
  return { burn, transfer };
}
