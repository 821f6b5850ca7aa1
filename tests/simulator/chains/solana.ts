import type { Randomness } from "@/sandbox/upstream/market/random";
import type { Kernel } from "../kernel";
import { Balances } from "./balances";
import { RpcFailure, type Moved } from "./base";
import { base58, hashOfMessage, type SolanaTransfer } from "./solana-transfer";

const SLOT_MS = 400;
const GENESIS_SLOT = 300_000_000;
/** Slots that a blockhash lives. */
const BLOCKHASH_SLOTS = 150;
/** Slots until a slot is confirmed, and until it is finalized. */
const BEHIND = { processed: 0, confirmed: 2, finalized: 32 } as const;
type Commitment = keyof typeof BEHIND;

/** A transaction that landed. */
interface Landed {
  signature: string;
  messageHash: string;
  /** Base64. */
  wire: string;
  slot: number;
  err: unknown;
  memo: string | null;
}

/** Why the runtime would not process a transaction, in its own words. */
export type SolanaError =
  "AlreadyProcessed" | "BlockhashNotFound" | { InstructionError: [number, { Custom: number }] };

/** Solana with its USDC, as far as payments by one transfer need it, behind JSON-RPC in the words of real nodes. */
export class SolanaChain {
  readonly moved: Moved[] = [];
  /** By token account. */
  readonly balances = new Balances();
  private readonly processed = new Set<string>();
  private readonly histories = new Map<string, Landed[]>();
  private readonly bySignature = new Map<string, Landed>();
  private readonly issued = new Map<string, number>();
  private readonly transfers = new Map<string, SolanaTransfer>();
  private readonly genesisMs: number;
  private sent = 0;

  constructor(
    private readonly kernel: Kernel,
    private readonly random: Randomness,
    /** Called with what the chain knows a payment by, when it has moved. */
    private readonly onMoved: (key: string) => void,
  ) {
    this.genesisMs = Math.floor(kernel.now / 1000) * 1000 - GENESIS_SLOT * SLOT_MS;
  }

  /** Notes that a wallet has really signed this transfer. */
  noteSigned(transfer: SolanaTransfer): void {
    this.transfers.set(transfer.messageHash, transfer);
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

  /** What would become of a transfer now; null when it would go through. */
  refusalOf(transfer: SolanaTransfer): SolanaError | null {
    if (this.processed.has(transfer.messageHash)) return "AlreadyProcessed";
    if (!this.isAlive(transfer.blockhash, this.slot())) return "BlockhashNotFound";
    if (this.balances.of(transfer.source) < transfer.amount)
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
    if (refusal === "AlreadyProcessed") return this.bySignature.get(signature) ?? null;
    const slot = this.slot();
    const { messageHash, source, destination, amount, memo } = transfer;
    const landed: Landed = { signature, messageHash, wire, slot, err: refusal, memo };
    this.processed.add(messageHash);
    this.keep(source, landed);
    this.keep(destination, landed);
    this.bySignature.set(signature, landed);
    if (refusal !== null) return landed;
    this.balances.move(source, destination, amount);
    this.moved.push({
      ...{ key: messageHash, terms: messageHash, to: destination, amount },
      ...{ at: this.timeOf(slot) * 1000, by },
    });
    this.onMoved(messageHash);
    return landed;
  }

  /** Transfers of dust to an account, by anybody: they stand in its history like its own. */
  dust(account: string, count: number): void {
    for (let index = 0; index < count; index += 1) {
      this.sent += 1;
      const signature = base58(Buffer.from(this.random.hex(128, "dust", this.sent), "hex"));
      const wire = Buffer.concat([
        Buffer.from([1]),
        Buffer.from(this.random.hex(128, "dust signature", this.sent), "hex"),
        Buffer.from(this.random.hex(64, "dust message", this.sent), "hex"),
      ]).toString("base64");
      const landed: Landed = { signature, messageHash: "", wire, slot: this.slot(), err: null, memo: null };
      this.keep(account, landed);
      this.bySignature.set(signature, landed);
    }
  }

  private keep(account: string, landed: Landed): void {
    const history = this.histories.get(account) ?? [];
    history.push(landed);
    this.histories.set(account, history);
  }

  /** Answers one JSON-RPC question by a node that is `lag` slots behind. Throws RpcFailure. */
  ask(method: string, params: readonly unknown[], lag: number, by: string): unknown {
    const options = (params[method === "getSlot" ? 0 : 1] ?? {}) as Options; // the till's own request
    const commitment: Commitment = options.commitment ?? "finalized";
    const head = this.slot(BEHIND[commitment] + lag);
    switch (method) {
      case "getSlot":
        return head;
      case "getBlockTime":
        return Number(params[0]) > this.slot(lag) ? null : this.timeOf(Number(params[0]));
      case "isBlockhashValid":
        return { context: { slot: head }, value: this.isAlive(String(params[0]), head) };
      case "getSignaturesForAddress":
        return this.signatures(String(params[0]), options, head);
      case "getTransaction": {
        const found = this.bySignature.get(String(params[0]));
        if (found === undefined || found.slot > head) return null;
        return {
          transaction: [found.wire, "base64"],
          meta: { err: found.err },
          blockTime: this.timeOf(found.slot),
          slot: found.slot,
        };
      }
      case "getSignatureStatuses": {
        const [signature] = params[0] as string[]; // the till's own request
        const found = this.bySignature.get(signature ?? "");
        if (found === undefined || found.slot > this.slot(lag)) return { value: [null] };
        const depth = this.slot(lag) - found.slot;
        const finalized = depth >= BEHIND.finalized;
        const confirmationStatus = finalized
          ? "finalized"
          : depth >= BEHIND.confirmed
            ? "confirmed"
            : "processed";
        return {
          value: [{ err: found.err, confirmations: finalized ? null : depth, confirmationStatus }],
        };
      }
      case "simulateTransaction": {
        const transfer = this.read(params[0]);
        return { value: { err: transfer === null ? "SanitizeFailure" : this.refusalOf(transfer) } };
      }
      case "sendTransaction": {
        const wire = String(params[0]);
        const transfer = this.read(wire);
        const signature = base58(Buffer.from(wire, "base64").subarray(1, 65));
        if (transfer !== null) this.submit(transfer, wire, signature, by, () => undefined);
        return signature;
      }
      case "getMultipleAccounts":
        return { value: (params[0] as string[]).map((account) => this.account(account)) }; // the till's own request
      default:
        throw new RpcFailure(-32_601, "Method not found");
    }
  }

  private read(wire: unknown): SolanaTransfer | null {
    const bytes = Buffer.from(String(wire), "base64");
    return this.transfers.get(hashOfMessage(bytes)) ?? null;
  }

  private signatures(account: string, { limit = 1_000, before, minContextSlot }: Options, head: number) {
    if (minContextSlot !== undefined && head < minContextSlot)
      throw new RpcFailure(-32_016, "Minimum context slot has not been reached");
    const newest = (this.histories.get(account) ?? []).filter(({ slot }) => slot <= head).toReversed();
    const start = before === undefined ? 0 : newest.findIndex(({ signature }) => signature === before) + 1;
    return newest.slice(start, start + limit).map(({ signature, slot, err, memo }) => ({
      ...{ signature, slot, err, memo },
      blockTime: this.timeOf(slot),
      confirmationStatus: "confirmed",
    }));
  }

  /** A token account as nodes write it, as far as the till reads it. */
  private account(account: string) {
    if (!this.balances.has(account)) return null;
    const data = Buffer.alloc(165);
    data.writeBigUInt64LE(this.balances.of(account), 64);
    data.writeUInt8(1, 108);
    return { data: [data.toString("base64"), "base64"] };
  }
}

interface Options {
  commitment?: Commitment;
  limit?: number;
  before?: string;
  minContextSlot?: number;
}
