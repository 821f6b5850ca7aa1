import { AUTHORIZATION_CANCELED, AUTHORIZATION_USED, TRANSFER } from "@/lib/chains/evm-lookup";
import type { Authorization } from "@/lib/chains/authorization-signature";
import { NETWORKS } from "@/lib/chains/networks";
import type { Randomness } from "@/sandbox/upstream/market/random";
import type { Kernel } from "../kernel";
import { Balances } from "./balances";
import { HONEST, type NodeLies } from "./lies";
import { Looks } from "./looks";

const USDC = NETWORKS.testnet.evm.usdc.toLowerCase();
const BLOCK_MS = 2_000;
/** Blocks before the simulation began. */
const GENESIS_BLOCK = 500_000;

/** Selectors: of EIP-3009, of ERC-20, of USDC's transfer with a signature of any length. */
const AUTHORIZATION_STATE = "0xe94a0102";
const BALANCE_OF = "0x70a08231";
const TRANSFER_WITH_AUTHORIZATION = "0xcf092995";

export type { Authorization };

/** A transfer that is in a block, with what it takes to put it into another. */
interface Included {
  transaction: EvmTransaction;
  authorization: Authorization;
  signature: string;
  by: string;
}

interface Log {
  address: string;
  topics: readonly string[];
  data: string;
  transactionHash: string;
  blockNumber: string;
  logIndex: string;
}

export interface EvmTransaction {
  hash: string;
  /** Null until it is in a block. */
  block: number | null;
  succeeded: boolean;
  logs: readonly Log[];
}

/** Why the token refuses an authorization, in the token's own words. */
export type Revert =
  | "FiatTokenV2: invalid signature"
  | "FiatTokenV2: authorization is used or canceled"
  | "FiatTokenV2: authorization is expired"
  | "FiatTokenV2: authorization is not yet valid"
  | "ERC20: transfer amount exceeds balance";

/** A USDC transfer that happened. */
export interface Moved {
  /** What the chain makes unique: payer and nonce on Base, the message on Solana. */
  key: string;
  /** All that was signed, where several payments may have one key. */
  terms: string;
  to: string;
  amount: bigint;
  at: number;
  /** Who had it sent. */
  by: string;
  /** Whether it has landed since then (ms), and somebody looked for it meanwhile who could not be shown it. */
  wasHiddenSince(since: number): boolean;
}

const hex = (value: number | bigint): string => `0x${value.toString(16)}`;
const word = (value: string): string => `0x${value.replace(/^0x/, "").padStart(64, "0")}`;

/** A transfer that its giver sent. */
interface Given {
  transaction: EvmTransaction;
  from: string;
  to: string;
  amount: bigint;
}

/** A transaction that never was, as nodes that lie show it. */
interface Invention {
  block: number;
  authorization: Authorization;
  /** Its own, and those that facilitators claim it to be. */
  hashes: string[];
}

/** Base with its USDC, as far as payments by authorization need it, behind JSON-RPC in the words of real nodes. */
export class BaseChain {
  readonly moved: Moved[] = [];
  readonly balances = new Balances();
  /** By payer and nonce: in which block it was used or cancelled. */
  private readonly spent = new Map<string, number>();
  private readonly transactions = new Map<string, EvmTransaction>();
  private logs: Log[] = [];
  private included: Included[] = [];
  private given: Given[] = [];
  /** Which blocks were replaced, each time from the first to the last. */
  private readonly replaced: { first: number; last: number }[] = [];
  /** What was in a block that there is no more. */
  private readonly vanished = new Set<string>();
  private readonly signed = new Map<string, string>();
  /** By payer and nonce. */
  private readonly inventions = new Map<string, Invention>();
  private readonly looks = new Looks();
  private readonly genesisMs: number;
  private sent = 0;

  constructor(
    private readonly kernel: Kernel,
    private readonly random: Randomness,
    /** Called with what the chain knows a payment by, when it has moved. */
    private readonly onMoved: (key: string) => void,
  ) {
    this.genesisMs = Math.floor(kernel.now / 1000) * 1000 - GENESIS_BLOCK * BLOCK_MS;
  }

  /** Notes that a wallet has really signed this authorization; whatever else is shown in its name is forged. */
  noteSigned(authorization: Authorization, signature: string): void {
    this.signed.set(signature, termsOf(authorization));
    const key = keyOf(authorization);
    const hashes = [`0x${this.random.hex(64, `invented transaction ${key}`)}`];
    if (!this.inventions.has(key)) this.inventions.set(key, { block: this.block + 1, authorization, hashes });
  }

  /** A facilitator names a transaction for a settlement that it only claims. */
  claim(authorization: Authorization, hash: string): void {
    this.inventions.get(keyOf(authorization))?.hashes.push(hash);
  }

  /** Every wallet is a contract's. */
  areContracts = false;

  /** Whether a key signed it that is the wallet's own. */
  isSignedByKey = (authorization: Authorization, signature: string): boolean =>
    !this.areContracts && this.isSigned(authorization, signature);

  isSigned = (authorization: Authorization, signature: string): boolean =>
    this.signed.get(signature) === termsOf(authorization);

  private get block(): number {
    return Math.floor((this.kernel.now - this.genesisMs) / BLOCK_MS);
  }

  private timeOf = (block: number): number => Math.floor((this.genesisMs + block * BLOCK_MS) / 1000);

  /** What would become of the authorization now; null when it would go through. */
  refusalOf(authorization: Authorization, signature: string, lies = HONEST): Revert | null {
    const seconds = this.timeOf(this.block);
    if (Number(authorization.validAfter) >= seconds) return "FiatTokenV2: authorization is not yet valid";
    if (Number(authorization.validBefore) <= seconds) return "FiatTokenV2: authorization is expired";
    if (this.spentAt(keyOf(authorization), lies) !== undefined)
      return "FiatTokenV2: authorization is used or canceled";
    if (!this.isSigned(authorization, signature)) return "FiatTokenV2: invalid signature";
    if (this.balances.of(authorization.from) < BigInt(authorization.value))
      return "ERC20: transfer amount exceeds balance";
    return null;
  }

  /** Whether it can still be used, now or when its wallet has money again. */
  canTake = (authorization: Authorization): boolean =>
    Number(authorization.validBefore) > this.timeOf(this.block) && !this.spent.has(keyOf(authorization));

  /**
   * Sends a transfer to the chain: it comes into one of the next blocks, or much later, or is dropped, as chance has it.
   * `done` is called when it is in a block.
   */
  submit(
    authorization: Authorization,
    signature: string,
    by: string,
    done: (transaction: EvmTransaction) => void,
  ): EvmTransaction {
    this.sent += 1;
    const hash = `0x${this.random.hex(64, "base transaction", this.sent)}`;
    const transaction: EvmTransaction = { hash, block: null, succeeded: false, logs: [] };
    this.transactions.set(hash, transaction);
    const chance = this.random.unit("base inclusion", this.sent);
    if (chance < 0.02) return transaction; // dropped
    const lateMs = chance < 0.06 ? this.random.integer(5_000, 40_000, "base late", this.sent) : BLOCK_MS / 2;
    this.kernel.after(lateMs, () => {
      // At the very end of the block under way.
      const next = this.genesisMs + (this.block + 1) * BLOCK_MS;
      this.kernel.after(next - this.kernel.now, () => {
        this.include(transaction, authorization, signature, by);
        done(transaction);
      });
    });
    return transaction;
  }

  private include(
    transaction: EvmTransaction,
    authorization: Authorization,
    signature: string,
    by: string,
  ): void {
    const refusal = this.refusalOf(authorization, signature);
    transaction.block = this.block;
    transaction.succeeded = refusal === null;
    if (refusal !== null) return;
    this.included.push({ transaction, authorization, signature, by });
    const { from, to, value } = authorization;
    const { block } = this;
    const landedAt = this.kernel.now;
    this.balances.move(from, to, BigInt(value));
    this.spent.set(keyOf(authorization), block);
    this.log(transaction, usage(authorization));
    this.moved.push({
      ...{ key: keyOf(authorization), terms: termsOf(authorization), to, amount: BigInt(value) },
      ...{ at: this.timeOf(block) * 1000, by },
      wasHiddenSince: (since) =>
        landedAt >= since && this.looks.wereTooEarly(keyOf(authorization), since, block),
    });
    this.onMoved(keyOf(authorization));
  }

  /** Sends USDC without an authorization. It comes into the block under way; the returned hash names it. */
  give(from: string, to: string, amount: bigint): string {
    this.sent += 1;
    const hash = `0x${this.random.hex(64, "base transaction", this.sent)}`;
    const transaction: EvmTransaction = { hash, block: null, succeeded: false, logs: [] };
    this.transactions.set(hash, transaction);
    this.includeGiven({ transaction, from, to, amount });
    return hash;
  }

  private includeGiven(one: Given): void {
    const { transaction, from, to, amount } = one;
    Object.assign(transaction, { block: this.block, succeeded: true });
    this.given.push(one);
    this.balances.move(from, to, amount);
    this.log(transaction, [{ topics: [TRANSFER, word(from), word(to)], data: hex(amount) }]);
    this.onMoved(transaction.hash);
  }

  /** Whether a transaction stands in a block. */
  holds = (hash: string): boolean => (this.transactions.get(hash)?.block ?? null) !== null;

  /**
   * The last blocks are replaced by others of the same heights. The transfers that were in them come into the block under
   * way, or a few never again: nobody sends them anew.
   */
  reorganise(depth: number): void {
    const last = this.block;
    const first = last - depth + 1;
    this.replaced.push({ first, last });
    const dropped = this.included.filter(({ transaction }) => (transaction.block ?? 0) >= first);
    this.included = this.included.filter((one) => !dropped.includes(one));
    for (const one of dropped) this.takeBack(one);
    const droppedGifts = this.given.filter(({ transaction }) => (transaction.block ?? 0) >= first);
    this.given = this.given.filter((one) => !droppedGifts.includes(one));
    for (const one of droppedGifts) this.takeGiftBack(one);
  }

  private takeGiftBack(one: Given): void {
    const { transaction, from, to, amount } = one;
    this.balances.move(to, from, amount);
    this.logs = this.logs.filter(({ transactionHash }) => transactionHash !== transaction.hash);
    Object.assign(transaction, { block: null, succeeded: false, logs: [] });
    if (this.random.unit(`dropped for good ${transaction.hash}`, this.replaced.length) < 0.3) return;
    const next = this.genesisMs + (this.block + 1) * BLOCK_MS;
    this.kernel.after(next - this.kernel.now, () => this.includeGiven(one));
  }

  private takeBack({ transaction, authorization, signature, by }: Included): void {
    const { from, to, value } = authorization;
    const key = keyOf(authorization);
    this.balances.move(to, from, BigInt(value));
    this.spent.delete(key);
    this.logs = this.logs.filter(({ transactionHash }) => transactionHash !== transaction.hash);
    this.moved.splice(
      this.moved.findIndex(({ terms }) => terms === termsOf(authorization)),
      1,
    );
    Object.assign(transaction, { block: null, succeeded: false, logs: [] });
    this.vanished.add(key);
    const isLost = this.random.unit(`dropped for good ${key}`, this.replaced.length) < 0.3;
    if (isLost) return;
    const next = this.genesisMs + (this.block + 1) * BLOCK_MS;
    this.kernel.after(next - this.kernel.now, () => this.include(transaction, authorization, signature, by));
  }

  /** Whether a transfer was in a block that there is no more, wherever it is now. */
  hasVanished = (key: string): boolean => this.vanished.has(key);

  private hashOf = (block: number): string => {
    const times = this.replaced.filter(({ first, last }) => first <= block && block <= last).length;
    return `0x${hex(block).slice(2).padStart(60, "0")}${times.toString(16).padStart(4, "0")}`;
  };

  /** The payer takes an authorization back before it is used. */
  cancel(authorization: Authorization): void {
    if (this.spent.has(keyOf(authorization))) return;
    this.sent += 1;
    const hash = `0x${this.random.hex(64, "base transaction", this.sent)}`;
    const transaction: EvmTransaction = { hash, block: this.block, succeeded: true, logs: [] };
    this.transactions.set(hash, transaction);
    this.spent.set(keyOf(authorization), this.block);
    const topics = [AUTHORIZATION_CANCELED, word(authorization.from), authorization.nonce];
    this.log(transaction, [{ topics, data: "0x" }]);
  }

  private log(transaction: EvmTransaction, entries: readonly Pick<Log, "topics" | "data">[]): void {
    transaction.logs = placed(entries, transaction.hash, transaction.block ?? 0);
    this.logs.push(...transaction.logs);
  }

  /** In which block an authorization was used or cancelled, as such a node has it. */
  private spentAt(key: string, lies: NodeLies): number | undefined {
    const used = this.spent.get(key);
    if (used !== undefined) return lies.denies(key) ? undefined : used;
    return lies.invents(key) ? this.inventions.get(key)?.block : undefined;
  }

  /** The logs of what never was, under each of the hashes that it may have. */
  private inventedLogs(lies: NodeLies): Log[] {
    return [...this.inventions].flatMap(([key, { block, authorization, hashes }]) => {
      if (this.spent.has(key) || !lies.invents(key)) return [];
      return hashes.flatMap((hash) => placed(usage(authorization), hash, block));
    });
  }

  /** All logs, as such a node has them. */
  private logsOf(lies: NodeLies): readonly Log[] {
    if (lies === HONEST) return this.logs;
    const denied = new Set<string>();
    for (const { topics, transactionHash } of this.logs)
      if (topics[0] !== TRANSFER && lies.denies(`0x${topics[1]?.slice(-40)}:${topics[2]}`))
        denied.add(transactionHash);
    const shown = this.logs.filter(({ transactionHash }) => !denied.has(transactionHash));
    return [...shown, ...this.inventedLogs(lies)];
  }

  private receiptOf(hash: string, head: number, lies: NodeLies) {
    const logs = this.logsOf(lies).filter(({ transactionHash }) => transactionHash === hash);
    const found = this.transactions.get(hash);
    const isDenied = found !== undefined && found.logs.length > 0 && logs.length === 0;
    const block = found?.block ?? (logs[0] === undefined ? null : Number(logs[0].blockNumber));
    if (isDenied || block === null || block > head) return null;
    const at = { blockNumber: hex(block), blockHash: this.hashOf(block) };
    return { ...at, status: (found?.succeeded ?? true) ? "0x1" : "0x0", logs };
  }

  /** Answers one JSON-RPC question as of `lag` blocks ago, as a node does that is behind, and lies like this. Throws RpcFailure. */
  ask(method: string, params: readonly unknown[], lag: number, lies = HONEST): unknown {
    const head = this.block - lag;
    const blockAt = (tag: unknown): number => {
      const behind = tag === "latest" ? 0 : tag === "safe" ? 30 : tag === "finalized" ? 450 : null;
      const number = behind === null ? Number(tag) : head - behind;
      if (!Number.isInteger(number) || number > head) throw new RpcFailure(-32_000, "header not found");
      return number;
    };
    switch (method) {
      case "eth_getBlockByNumber": {
        const number = blockAt(params[0]);
        return { number: hex(number), hash: this.hashOf(number), timestamp: hex(this.timeOf(number)) };
      }
      case "eth_getCode":
        return this.areContracts ? "0x6080" : "0x";
      case "eth_call":
        return this.call(params[0], blockAt(params[1]), lies);
      case "eth_getLogs":
        return this.find(params[0], head, lies);
      case "eth_getTransactionReceipt":
        return this.receiptOf(String(params[0]), head, lies);
      default:
        throw new RpcFailure(-32_601, `the method ${method} does not exist/is not available`);
    }
  }

  private call(request: unknown, block: number, lies: NodeLies): string {
    const { to, data } = request as { to: string; data: string }; // the till's own request
    if (to.toLowerCase() !== USDC) return "0x";
    const selector = data.slice(0, 10);
    const argument = (index: number): string => `0x${data.slice(10 + 64 * index, 10 + 64 * (index + 1))}`;
    const account = (index: number): string => `0x${argument(index).slice(-40)}`;
    if (selector === BALANCE_OF) return word(hex(this.balances.of(account(0))));
    if (selector === AUTHORIZATION_STATE) {
      const key = `${account(0)}:${argument(1)}`;
      this.looks.note(key, this.kernel.now, block);
      const used = this.spentAt(key, lies);
      return word(used !== undefined && used <= block ? "1" : "0");
    }
    if (selector === TRANSFER_WITH_AUTHORIZATION) {
      const authorization: Authorization = {
        ...{ from: account(0), to: account(1), value: String(BigInt(argument(2))) },
        ...{ validAfter: String(BigInt(argument(3))), validBefore: String(BigInt(argument(4))) },
        nonce: argument(5),
      };
      const length = Number(argument(7));
      const signature = `0x${data.slice(10 + 64 * 8, 10 + 64 * 8 + 2 * length)}`;
      const refusal = this.refusalOf(authorization, signature, lies);
      if (refusal !== null) throw new RpcFailure(3, `execution reverted: ${refusal}`);
      return "0x";
    }
    throw new RpcFailure(3, "execution reverted");
  }

  private find(filter: unknown, head: number, lies: NodeLies): readonly Log[] {
    const { topics, fromBlock, toBlock } = filter as {
      topics: (string | string[])[];
      fromBlock: string;
      toBlock: string;
    }; // the till's own request
    const last = Math.min(head, Number(toBlock));
    return this.logsOf(lies).filter(
      (log) =>
        Number(log.blockNumber) >= Number(fromBlock) &&
        Number(log.blockNumber) <= last &&
        topics.every((wanted, index) => [wanted].flat().includes(log.topics[index] ?? "")),
    );
  }
}

/** What the token logs of an authorization's use. */
const usage = ({ from, to, value, nonce }: Authorization): Pick<Log, "topics" | "data">[] => [
  { topics: [AUTHORIZATION_USED, word(from), nonce], data: "0x" },
  { topics: [TRANSFER, word(from), word(to)], data: hex(BigInt(value)) },
];

/** Log entries as they stand in a transaction. */
const placed = (entries: readonly Pick<Log, "topics" | "data">[], hash: string, block: number): Log[] =>
  entries.map((entry, index) => ({
    ...{ ...entry, address: USDC, transactionHash: hash },
    ...{ blockNumber: hex(block), logIndex: hex(7 + index) },
  }));

export const keyOf = ({ from, nonce }: Pick<Authorization, "from" | "nonce">): string => `${from}:${nonce}`;

export const termsOf = ({ from, to, value, validAfter, validBefore, nonce }: Authorization): string =>
  [from, to, value, validAfter, validBefore, nonce].join(" ");

/** A JSON-RPC error. */
export class RpcFailure extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}
