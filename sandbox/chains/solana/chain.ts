import type { Address } from "@solana/kit";
import { listen } from "../../host/listen";
import { Bank } from "./bank";
import { ChainClock, type ClockOptions } from "./clock";
import { Faucet, type Funded, type NewMint } from "./faucet";
import { Ledger } from "./ledger";
import { accountMethods } from "./methods/accounts";
import { blockMethods } from "./methods/blocks";
import { clusterMethods } from "./methods/cluster";
import { historyMethods } from "./methods/history";
import { transactionMethods } from "./methods/transactions";
import { NETWORK, USDC_MINT } from "./network";
import { chainListener } from "./server";
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
  const { url, close } = await listen(options.port, chainListener({ methods, faucet, advance }));
  return {
    rpcUrl: url,
    network: NETWORK,
    usdcMint: USDC_MINT,
    mintUsdc: (owner, amount) => faucet.mintUsdc(owner, amount),
    createToken: (token) => faucet.createMint(token),
    mintToken: (mint, owner, amount) => faucet.mint(mint, owner, amount),
    airdrop: (to, lamports) => faucet.airdrop(to, lamports),
    plant: (at, account) => vm.setAccount(at, account),
    advance,
    close,
  };
}
