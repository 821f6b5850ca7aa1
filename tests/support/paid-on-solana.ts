import { createHash } from "node:crypto";
import { RpcError, type RpcClient } from "@/lib/chains/json-rpc";
import { lookupSolana } from "@/lib/chains/solana-lookup";
import type { OnChain, Sent } from "@/lib/chains/look";
import type { Trail } from "@/lib/chains/trail";
import { randomness } from "@/sandbox/upstream/market/random";
import { RpcFailure } from "../simulator/chains/base";
import { SolanaChain } from "../simulator/chains/solana";
import { base58, completeTransfer, signTransfer, solanaKey } from "../simulator/chains/solana-transfer";
import { Kernel } from "../simulator/kernel";

const seed = (text: string): Buffer => createHash("sha256").update(text).digest();
const PAYER = solanaKey(seed("payer"));
const FACILITATOR = solanaKey(seed("facilitator"));
const [SOURCE, DESTINATION] = [base58(seed("source")), base58(seed("destination"))];
const MEMO = "6d656d6f2d6f662d746869732d6f6e65";
const HOUR_MS = 3_600_000;

/** How many questions one look has the time for: five seconds, ten at once, 80 ms each. */
const PER_LOOK = 600;

export interface Looked {
  found: OnChain | "the node refuses";
  asked: Record<string, number>;
}

/**
 * A payment that was sent, whose answer was lost: the chain that it is on, in a time that stands still unless it is
 * moved, and looks at it as the ledger keeps their trail.
 */
export class PaidOnSolana {
  readonly kernel = new Kernel(1_790_000_000_000);
  readonly chain = new SolanaChain(this.kernel, randomness(7), () => undefined);
  readonly account = SOURCE;
  readonly memo = MEMO;
  readonly intentAt: number;
  readonly evidence;
  signature = "";
  trail: Trail = {};
  /** What a node does with a question instead of answering it. */
  faults = new Map<string, (params: readonly unknown[]) => unknown>();

  /** `ageMs`: how old the payer's account is. */
  constructor({ ageMs = 24 * HOUR_MS, memo = MEMO }: { ageMs?: number; memo?: string | null } = {}) {
    this.chain.mint(SOURCE, 1_000_000n);
    this.kernel.now += ageMs;
    const transfer = signTransfer({
      ...{ payer: PAYER, feePayer: FACILITATOR.address, source: SOURCE, destination: DESTINATION },
      ...{ amount: 20_000, blockhash: this.chain.latestBlockhash(), memo },
    });
    this.chain.noteSigned(transfer);
    this.intentAt = this.kernel.now + 1_000;
    const { messageHash, blockhash } = transfer;
    this.evidence = { messageHash, blockhash, tokenAccount: SOURCE, memo: memo ?? "" };
    this.transfer = transfer;
  }
  private readonly transfer;

  /** A facilitator sends it, and it lands. */
  async land(): Promise<this> {
    const { wire, signature } = completeTransfer(this.transfer, FACILITATOR);
    let landed = false;
    this.kernel.now = this.intentAt;
    this.chain.submit(this.transfer, wire, signature, "facilitator", () => (landed = true));
    await this.kernel.run(() => landed, this.intentAt + 60_000);
    if (!landed) throw new Error("this chain loses the payment; take another seed");
    this.signature = signature;
    return this;
  }

  pass(ms: number): this {
    this.kernel.now += ms;
    return this;
  }

  /** Somebody sends dust to the payer's account, so many a slot. */
  flood(count: number, { aSlot = 56, memo = null }: { aSlot?: number; memo?: string | null } = {}): this {
    for (let sent = 0; sent < count; sent += aSlot) {
      this.chain.dust(SOURCE, Math.min(aSlot, count - sent), { memo });
      this.pass(400);
    }
    return this;
  }

  /** A look for what others may have sent, in the hour before. */
  lookUnrecorded(): Promise<Looked> {
    return this.look(this.evidence, 0, { from: this.kernel.now - HOUR_MS, until: this.kernel.now });
  }

  async look(
    evidence: Partial<PaidOnSolana["evidence"]> = this.evidence,
    lag = 0,
    sent: Sent = { from: this.intentAt, until: this.intentAt },
  ): Promise<Looked> {
    const asked: Record<string, number> = {};
    let count = 0;
    const ask: RpcClient = async (method, params) => {
      count += 1;
      asked[method] = (asked[method] ?? 0) + 1;
      if (count > PER_LOOK) throw new RpcError("the look's time is up");
      const fault = this.faults.get(method);
      try {
        return structuredClone(fault ? fault(params) : this.chain.ask(method, params, lag, "service"));
      } catch (error) {
        throw error instanceof RpcFailure ? new RpcError(error.message, error.code) : error;
      }
    };
    const { messageHash = "", blockhash = "", tokenAccount = "", memo } = evidence;
    const known = { messageHash, blockhash, tokenAccount, ...(memo === undefined ? {} : { memo }) };
    const leave = (progress: string): void => {
      this.trail = { ...this.trail, progress };
    };
    const found = await lookupSolana(ask, known, sent, { trail: this.trail, leave }).catch(
      (error: unknown) => {
        if (error instanceof RpcError) return "the node refuses" as const;
        throw error;
      },
    );
    return { found, asked };
  }

  /** Looks once after another until the outcome is known, at most so often. */
  async lookOften(times: number): Promise<{ found: Looked["found"]; looks: number; questions: number }> {
    let questions = 0;
    for (let looks = 1; ; looks += 1) {
      const { found, asked } = await this.look();
      questions += Object.values(asked).reduce((sum, some) => sum + some, 0);
      if ((found !== "the node refuses" && found.kind !== "open") || looks === times)
        return { found, looks, questions };
      this.pass(60_000);
    }
  }
}
