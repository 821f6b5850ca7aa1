import { TOKEN_PROGRAM } from "@/lib/chains/solana-programs";
import type { Randomness } from "@/sandbox/upstream/market/random";
import type { Kernel } from "../kernel";
import { Balances } from "./balances";
import { RpcFailure, type Moved } from "./base";
import { HONEST, type NodeLies } from "./lies";
import { Looks } from "./looks";
import { SolanaHistory, type Landed } from "./solana-history";
import { base58, bytesOf, hashOfMessage, type SolanaTransfer } from "./solana-transfer";

const SLOT_MS = 400;
const GENESIS_SLOT = 300_000_000;
const SOMEBODY = "somebody";
/** Slots that a blockhash lives. */
const BLOCKHASH_SLOTS = 150;
/** Slots until a slot is confirmed, and until it is finalized. */
const BEHIND = { processed: 0, confirmed: 2, finalized: 32 } as const;
type Commitment = keyof typeof BEHIND;

/** Why the runtime would not process a transaction, in its own words. */
export type SolanaError =
  "AlreadyProcessed" | "BlockhashNotFound" | { InstructionError: [number, { Custom: number }] };

/** Solana with its USDC and the own token, as far as payments by one transfer need them, behind JSON-RPC in the words of real nodes. */
export class SolanaChain {
  readonly moved: Moved[] = [];
  /** By token account. */
  readonly balances = new Balances();
  private readonly processed = new Set<string>();
  readonly history: SolanaHistory;
  private readonly issued = new Map<string, number>();
  private readonly transfers = new Map<string, SolanaTransfer>();
  /** Accounts that the till reads more of than their balance, and mints. */
  private readonly opened = new Map<string, { mint: string; owner: string }>();
  private readonly mints = new Map<string, { decimals: number }>();
  private readonly looks = new Looks();
  /** Transactions that never were, as nodes that lie show them, by message. */
  private readonly inventions = new Map<string, Landed>();
  private readonly genesisMs: number;
  private sent = 0;
  private dusted = 0;

  constructor(
    private readonly kernel: Kernel,
    private readonly random: Randomness,
    /** Called with what the chain knows a payment by, when it has moved. */
    private readonly onMoved: (key: string) => void,
  ) {
    this.history = new SolanaHistory(random);
    this.genesisMs = Math.floor(kernel.now / 1000) * 1000 - GENESIS_SLOT * SLOT_MS;
    // Nowhere is there a chain without memos: a node that lists some is known to keep them.
    this.dust(SOMEBODY, 1, { memo: "gm", slotsAgo: 1_000 });
  }

  /** An account comes into being with its first balance, by a transaction of its history. */
  mint(account: string, amount: bigint): void {
    if (!this.history.knows(account)) this.dust(account, 1);
    this.balances.mint(account, amount);
  }

  /** There is such a token, which nobody can freeze. */
  createMint(mint: string, decimals: number): void {
    this.mints.set(mint, { decimals });
  }

  /** An account of that token comes into being, empty. */
  open(account: string, mint: string, owner: string): void {
    this.opened.set(account, { mint, owner });
    this.mint(account, 0n);
  }

  /** Notes that a wallet has really signed this transfer. */
  noteSigned(transfer: SolanaTransfer): void {
    const { messageHash, wire, memo } = transfer;
    this.transfers.set(messageHash, transfer);
    const bytes = Buffer.from(wire, "base64");
    // Where its fee payer has not signed yet, anything stands for that.
    if (bytes.subarray(1, 65).every((byte) => byte === 0))
      bytes.set(Buffer.from(this.random.hex(128, `invented signature ${messageHash}`), "hex"), 1);
    this.inventions.set(messageHash, {
      ...{ signature: base58(bytes.subarray(1, 65)), messageHash, wire: bytes.toString("base64"), memo },
      ...{ slot: this.slot() + 1, index: 0, err: null },
    });
  }

  transferOf = (messageHash: string): SolanaTransfer | undefined => this.transfers.get(messageHash);

  private slot = (behind = 0): number => Math.floor((this.kernel.now - this.genesisMs) / SLOT_MS) - behind;

  private timeOf = (slot: number): number => Math.floor((this.genesisMs + slot * SLOT_MS) / 1000);

  /** What a client builds its transaction on. */
  latestBlockhash(): string {
    const slot = this.slot(BEHIND.confirmed);
    const blockhash = base58(Buffer.from(this.random.hex(64, "blockhash", slot), "hex"));
    this.issued.set(blockhash, slot);
    return blockhash;
  }

  private isAlive(blockhash: string, slot: number): boolean {
    const issued = this.issued.get(blockhash);
    return issued !== undefined && issued <= slot && slot - issued <= BLOCKHASH_SLOTS;
  }

  /** The first moment (ms) at which no slot takes a transaction of that blockhash any more. */
  diesAt = (blockhash: string): number =>
    this.genesisMs + ((this.issued.get(blockhash) ?? 0) + BLOCKHASH_SLOTS + 1) * SLOT_MS;

  /** Whether it can still land, now or when its wallet has money again. */
  canTake(messageHash: string): boolean {
    const transfer = this.transfers.get(messageHash);
    return (
      transfer !== undefined &&
      !this.processed.has(messageHash) &&
      this.isAlive(transfer.blockhash, this.slot())
    );
  }

  /** What would become of a transfer now; null when it would go through. */
  refusalOf(transfer: SolanaTransfer, lies = HONEST): SolanaError | null {
    const { messageHash } = transfer;
    const isDone = this.processed.has(messageHash);
    if (isDone ? !lies.denies(messageHash) : lies.invents(messageHash)) return "AlreadyProcessed";
    if (!this.isAlive(transfer.blockhash, this.slot())) return "BlockhashNotFound";
    if (this.balances.of(transfer.source) < transfer.amount + transfer.burn)
      return { InstructionError: [transfer.transferIndex, { Custom: 1 }] };
    return null;
  }

  /**
   * Sends a fully signed transaction: it lands in one of the next slots, later, or never, as chance has it. `done` is
   * called once it is confirmed, or can't land any more (null).
   */
  submit(
    transfer: SolanaTransfer,
    wire: string,
    signature: string,
    by: string,
    done: (landed: { err: unknown } | null) => void,
  ): void {
    this.sent += 1;
    const chance = this.random.unit("solana inclusion", this.sent);
    if (chance < 0.03) return; // lost with its leader
    const lateMs = chance < 0.08 ? this.random.integer(5_000, 55_000, "solana late", this.sent) : SLOT_MS;
    this.kernel.after(lateMs, () => {
      const landed = this.land(transfer, wire, signature, by);
      this.kernel.after(BEHIND.confirmed * SLOT_MS, () => done(landed));
    });
  }

  private land(transfer: SolanaTransfer, wire: string, signature: string, by: string): Landed | null {
    const refusal = this.refusalOf(transfer);
    if (refusal === "BlockhashNotFound") return null;
    if (refusal === "AlreadyProcessed") return this.history.find(signature, this.slot());
    const slot = this.slot();
    const { messageHash, source, destination, amount, burn, memo } = transfer;
    this.processed.add(messageHash);
    const taken = { signature, messageHash, wire, slot, err: refusal, memo };
    const landed = this.history.keep(taken, [source, destination]);
    if (refusal !== null) return landed;
    this.balances.move(source, destination, amount);
    this.balances.mint(source, -burn);
    const landedAt = this.kernel.now;
    this.moved.push({
      ...{ key: messageHash, terms: messageHash, to: destination, amount },
      ...{ at: this.timeOf(slot) * 1000, by },
      wasHiddenSince: (since) => landedAt >= since && this.looks.wereTooEarly(source, since, slot),
    });
    this.onMoved(messageHash);
    return landed;
  }

  /**
   * Transfers of dust to an account, by anybody: they stand in its history like its own, with any memo, and in transactions of
   * whatever version.
   */
  dust(
    account: string,
    count: number,
    { memo = null, slotsAgo = 0 }: { memo?: string | null; slotsAgo?: number } = {},
  ): void {
    for (let index = 0; index < count; index += 1) {
      this.dusted += 1;
      const bytes = Buffer.from(this.random.hex(192, "dust", this.dusted), "hex");
      const signature = base58(bytes.subarray(0, 64));
      const version = VERSIONS_OF_DUST[this.dusted % VERSIONS_OF_DUST.length] ?? 0;
      const first = version === 0 ? 1 : 0x80 | version;
      const wire = Buffer.concat([Buffer.from([first]), bytes]).toString("base64");
      const slot = this.slot(slotsAgo);
      this.history.keep({ signature, messageHash: "", wire, slot, err: null, memo, version }, [account]);
    }
  }

  /** What never was, as such a node has it. */
  private inventedBy = (lies: NodeLies): Landed[] =>
    lies === HONEST
      ? []
      : [...this.inventions.values()].filter(
          ({ messageHash }) => !this.processed.has(messageHash) && lies.invents(messageHash),
        );

  /** A transaction, as a node has it that has come so far and lies like this. */
  private find(signature: string, head: number, lies: NodeLies): Landed | null {
    const found = this.history.find(signature, head);
    if (found !== null) return lies.denies(found.messageHash) ? null : found;
    return this.inventedBy(lies).find((one) => one.signature === signature && one.slot <= head) ?? null;
  }

  /** Of an account, likewise, newest first. */
  private listed(
    account: string,
    before: string | undefined,
    head: number,
    tip: number,
    lies: NodeLies,
  ): Landed[] {
    const shown = this.history.list(account, before, head, tip);
    if (lies === HONEST) return shown;
    const start = before === undefined ? null : this.history.place(before, tip);
    const invented = this.inventedBy(lies).filter(
      ({ messageHash, slot }) =>
        this.transfers.get(messageHash)?.source === account &&
        slot <= head &&
        (before === undefined || (start !== null && slot < start.slot)),
    );
    return [...shown.filter(({ messageHash }) => !lies.denies(messageHash)), ...invented].toSorted(
      (a, b) => b.slot - a.slot,
    );
  }

  /** Answers one JSON-RPC question by a node that is `lag` slots behind, and lies like this. Throws RpcFailure. */
  ask(method: string, params: readonly unknown[], lag: number, by: string, lies = HONEST): unknown {
    const options = (params[PLACE_OF_OPTIONS[method] ?? 1] ?? {}) as Options; // the till's own request
    const commitment: Commitment = options.commitment ?? "finalized";
    const head = this.slot(BEHIND[commitment] + lag);
    const { history } = this;
    switch (method) {
      case "getSlot":
        return history.tip(head);
      case "getFirstAvailableBlock":
        return history.firstSlot;
      case "getBlockTime":
        history.demandBlock(Number(params[0]), this.slot(lag));
        return this.timeOf(Number(params[0]));
      case "getBlocksWithLimit":
        return history.blocksFrom(Number(params[0]), Number(params[1]), head);
      case "getBlock": {
        const slot = Number(params[0]);
        history.demandBlock(slot, head);
        if (options.transactionDetails !== "signatures") throw new RpcFailure(-32_602, "Invalid params");
        return { blockTime: this.timeOf(slot), signatures: history.signaturesIn(slot) };
      }
      case "isBlockhashValid":
        return { context: { slot: history.tip(head) }, value: this.isAlive(String(params[0]), head) };
      case "getSignaturesForAddress":
        return this.signatures(String(params[0]), options, { head, lag, lies });
      case "getTransaction": {
        const found = this.find(String(params[0]), head, lies);
        if (found === null) return null;
        const { version = 0 } = found;
        if (version > (options.maxSupportedTransactionVersion ?? -1))
          throw new RpcFailure(
            -32_015,
            `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
          );
        return {
          transaction: [found.wire, "base64"],
          meta: { err: found.err },
          blockTime: this.timeOf(found.slot),
          slot: found.slot,
        };
      }
      case "getSignatureStatuses": {
        const signatures = params[0] as string[]; // the till's own request
        return { value: signatures.map((signature) => this.status(signature, this.slot(lag), lies)) };
      }
      case "simulateTransaction": {
        const transfer = this.read(params[0]);
        if (transfer === null) return { value: { err: "SanitizeFailure" } };
        const watched = (options.accounts?.addresses ?? []).map((account) => this.account(account, transfer));
        return { value: { err: this.refusalOf(transfer, lies), accounts: watched } };
      }
      case "sendTransaction": {
        const wire = String(params[0]);
        const transfer = this.read(wire);
        const signature = base58(Buffer.from(wire, "base64").subarray(1, 65));
        if (transfer !== null) this.submit(transfer, wire, signature, by, () => undefined);
        return signature;
      }
      case "getMultipleAccounts":
        return {
          context: { slot: history.tip(head) },
          value: (params[0] as string[]).map((account) => this.account(account, null)), // the till's own request
        };
      default:
        throw new RpcFailure(-32_601, "Method not found");
    }
  }

  private read(wire: unknown): SolanaTransfer | null {
    const bytes = Buffer.from(String(wire), "base64");
    return this.transfers.get(hashOfMessage(bytes)) ?? null;
  }

  private status(signature: string, tip: number, lies: NodeLies) {
    const found = this.find(signature, tip, lies);
    const isDenied = found === null && this.history.find(signature, tip) !== null;
    const place = found ?? this.history.place(signature, tip);
    if (place === null || isDenied) return null;
    const depth = tip - Number(place.slot);
    const { slot } = place;
    const err = found?.err ?? null;
    if (depth >= BEHIND.finalized) return { slot, err, confirmations: null, confirmationStatus: "finalized" };
    const confirmationStatus = depth >= BEHIND.confirmed ? "confirmed" : "processed";
    return { slot, err, confirmations: depth, confirmationStatus };
  }

  private signatures(
    account: string,
    options: Options,
    { head, lag, lies }: { head: number; lag: number; lies: NodeLies },
  ) {
    const { limit = 1_000, before, minContextSlot } = options;
    if (minContextSlot !== undefined && head < minContextSlot)
      throw new RpcFailure(-32_016, "Minimum context slot has not been reached");
    // What decides on minContextSlot is the bank.
    const { historyBehind = 0 } = lies;
    const end = head - historyBehind;
    if (before === undefined) this.looks.note(account, this.kernel.now, end);
    const finalized = this.slot(BEHIND.finalized + lag);
    return this.listed(account, before, end, this.slot(lag + historyBehind), lies)
      .slice(0, limit)
      .map(({ signature, slot, err, memo }) => ({
        ...{ signature, slot, err, memo: memo === null ? null : `[${Buffer.byteLength(memo)}] ${memo}` },
        blockTime: this.timeOf(slot),
        confirmationStatus: slot <= finalized ? "finalized" : "confirmed",
      }));
  }

  /** A mint or token account as nodes write it, as far as the till reads it, and as it would be after a transfer. */
  private account(account: string, after: SolanaTransfer | null) {
    const mint = this.mints.get(account);
    if (mint === undefined && !this.balances.has(account)) return null;
    const data = mint === undefined ? this.tokenAccount(account, after) : mintAccount(mint.decimals);
    return { owner: TOKEN_PROGRAM, data: [data.toString("base64"), "base64"] };
  }

  private tokenAccount(account: string, after: SolanaTransfer | null): Buffer {
    const data = Buffer.alloc(165);
    const held = this.balances.of(account);
    const gained = account === after?.destination ? after.amount : 0n;
    const { mint, owner } = this.opened.get(account) ?? {};
    if (mint !== undefined) data.set(bytesOf(mint), 0);
    if (owner !== undefined) data.set(bytesOf(owner), 32);
    data.writeBigUInt64LE(held + gained, 64);
    data.writeUInt8(1, 108);
    return data;
  }
}

function mintAccount(decimals: number): Buffer {
  const data = Buffer.alloc(82);
  data.writeUInt8(decimals, 44);
  data.writeUInt8(1, 45);
  return data;
}

/** Where a method has its options, if not behind one parameter. */
const PLACE_OF_OPTIONS: Readonly<Record<string, number>> = { getSlot: 0, getBlocksWithLimit: 2 };

/** Versions of transactions: V1 is live, and another may be some day. */
const VERSIONS_OF_DUST = [0, 1, 2];

interface Options {
  maxSupportedTransactionVersion?: number;
  commitment?: Commitment;
  transactionDetails?: string;
  limit?: number;
  before?: string;
  minContextSlot?: number;
  accounts?: { addresses: readonly string[] };
}
