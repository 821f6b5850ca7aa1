import type { Address } from "@solana/kit";
import { AccountState, getMintDecoder, getTokenDecoder, type Mint, type Token } from "@solana-program/token";
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from "./network";
import type { Vm, VmAccount } from "./vm";

const TOKEN_BYTES = 165;
const MINT_BYTES = 82;

export const isTokenProgram = (program: Address): boolean =>
  program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM;

/** Token-2022 puts a byte behind the token's 165 that says what the account is, then its extensions. */
const isTokenAccount = ({ data }: VmAccount): boolean =>
  data.length === TOKEN_BYTES || (data.length > TOKEN_BYTES && data[TOKEN_BYTES] === 2);

const isMintAccount = ({ data }: VmAccount): boolean =>
  data.length === MINT_BYTES || (data.length > TOKEN_BYTES && data[TOKEN_BYTES] === 1);

/** The token account in these bytes; null when they are none, or one that was never opened. */
export function readToken(account: VmAccount | null): Token | null {
  if (account === null || !isTokenProgram(account.owner) || !isTokenAccount(account)) return null;
  const token = getTokenDecoder().decode(account.data.slice(0, TOKEN_BYTES));
  return token.state === AccountState.Uninitialized ? null : token;
}

/** The mint in these bytes; null when they are none. */
export function readMint(account: VmAccount | null): Mint | null {
  if (account === null || !isTokenProgram(account.owner) || !isMintAccount(account)) return null;
  const mint = getMintDecoder().decode(account.data.slice(0, MINT_BYTES));
  return mint.isInitialized ? mint : null;
}

export interface UiTokenAmount {
  amount: string;
  decimals: number;
  uiAmount: number;
  uiAmountString: string;
}

/** An amount in base units as the RPC writes it. The text is exact, the number as exact as numbers are. */
export function uiTokenAmount(amount: bigint, decimals: number): UiTokenAmount {
  const digits = String(amount).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  const text = fraction === "" ? whole : `${whole}.${fraction}`;
  return { amount: String(amount), decimals, uiAmount: Number(text), uiAmountString: text };
}

export const decimalsOf = (vm: Vm, mint: Address): number => readMint(vm.account(mint))?.decimals ?? 0;

export interface TokenBalance {
  /** Place in the transaction's list of accounts. */
  accountIndex: number;
  mint: Address;
  owner: Address;
  programId: Address;
  uiTokenAmount: UiTokenAmount;
}

/** What those of the accounts that hold tokens hold now. */
export function tokenBalances(vm: Vm, accounts: readonly { address: Address }[]): TokenBalance[] {
  return accounts.flatMap(({ address }, accountIndex) => {
    const account = vm.account(address);
    const token = readToken(account);
    if (account === null || token === null) return [];
    const { mint, owner, amount } = token;
    const held = uiTokenAmount(amount, decimalsOf(vm, mint));
    return [{ accountIndex, mint, owner, programId: account.owner, uiTokenAmount: held }];
  });
}
