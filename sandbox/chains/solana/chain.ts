import type { Address } from "@solana/kit";
import { listen } from "../../host/listen";
import { Bank, type Processed } from "./bank";
import { ChainClock, type ClockOptions } from "./clock";
import { Faucet, type Funded, type NewMint } from "./faucet";
import { Ledger } from "./ledger";
import { accountMethods } from "./methods/accounts";
import { blockMethods } from "./methods/blocks";
import { clusterMethods } from "./methods/cluster";
import { historyMethods } from "./methods/history";
import { transactionMethods } from "./methods/transactions";
import { NETWORK, USDC_MINT } from "./network";
import { invalidParams } from "./rpc-error";
import { chainListener } from "./server";
import { parseV1 } from "./transaction-v1";
import { Vm, type VmAccount } from "./vm";

export interface SolanaChainOptions extends Partial<ClockOptions> {
  /** 0 takes any free port. */
  port: number;
  /** How many transactions the history holds; older ones can't be asked for. */
  historySize?: number;
}

export interface SolanaChain {
  rpcUrl: string;
  /** CAIP-2, devnet's. */
  network: typeof NETWORK;
  usdcMint: Address;
  /** USDC in base units for an owner, whose token account is created if need be; 0 only creates it. */
  mintUsdc(owner: Address, amount: bigint): Promise<Funded>;
  /** Makes another token, of which `mintToken` gives. */
  createToken(token: NewMint): void;
  mintToken(mint: Address, owner: Address, amount: bigint): Promise<Funded>;
  airdrop(to: Address, lamports: bigint): Promise<string>;
  /** Puts an account where no transaction made one: those of programs that this chain does not have, or a program. */
  plant(at: Address, account: VmAccount): void;
  /** Takes in a signed V1 transaction (base64), or one of a later version in its layout; resolves with its signature. */
  landV1(transaction: string): Promise<string>;
  /** How long after it landed a transaction comes into the histories; the bank has it at once. */
  setHistoryLag(ms: number): void;
  /** Moves the chain's time ahead: blockhashes age, transactions become final. */
  advance(ms: number): void;
  close(): Promise<void>;
}

/** The real chain's durations, but for confirmation, which a test need not wait for. */
const DEFAULTS = {
  confirmMs: 0,
  finalizeMs: 12_800,
  blockhashSlots: 150,
  historySize: 20_000,
  now: Date.now,
};

/** The signature of what landed and succeeded. Throws RpcError for all else. */
function landed(processed: Processed): string {
  const error = processed.landed === null ? processed.error : processed.landed.execution.error;
  if (processed.landed === null || error !== null)
    throw invalidParams(`The transaction failed: ${JSON.stringify(error)}`);
  return processed.landed.transaction.signature;
}

/**
 * A local Solana devnet: Solana's own virtual machine and token programs behind JSON-RPC over HTTP, with USDC's mint
 * at its address. Nothing is kept when it closes. Throws PortUnavailable.
 */
export async function startSolanaChain(options: SolanaChainOptions): Promise<SolanaChain> {
  const settings = { ...DEFAULTS, ...options };
  const clock = new ChainClock(settings);
  const vm = new Vm();
  const bank = new Bank(vm, clock, new Ledger(clock, settings.historySize));
  const faucet = await Faucet.create(bank);
  const methods = {
    ...clusterMethods(bank),
    ...blockMethods(bank),
    ...accountMethods(bank),
    ...transactionMethods(bank, faucet),
    ...historyMethods(bank),
  };
  const advance = (ms: number) => clock.advance(ms);
  const landV1 = async (text: string) => landed(bank.process(await parseV1(text)));
  const setHistoryLag = (ms: number) => void (bank.ledger.historyLagMs = ms);
  const { url, close } = await listen(
    options.port,
    chainListener({ methods, faucet, advance, landV1, setHistoryLag }),
  );
  return {
    rpcUrl: url,
    network: NETWORK,
    usdcMint: USDC_MINT,
    mintUsdc: (owner, amount) => faucet.mintUsdc(owner, amount),
    createToken: (token) => faucet.createMint(token),
    mintToken: (mint, owner, amount) => faucet.mint(mint, owner, amount),
    airdrop: (to, lamports) => faucet.airdrop(to, lamports),
    plant: (at, account) => bank.plant(at, account),
    ...{ landV1, setHistoryLag },
    advance,
    close,
  };
}
