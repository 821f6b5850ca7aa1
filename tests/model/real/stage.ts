import { vi } from "vitest";
import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import type { PaidCall } from "@/lib/payments/call";
import type { Outcome } from "@/lib/payments/outcome/outcome";
import type { Settlement, Verification } from "@/lib/payments/rails/rail";
import type { Exempt } from "@/lib/payments/answers/pass-guard";
import type { Age } from "../records";
import { CALLER, type Path } from "./paths";
import {
  answerBy,
  BINDING,
  claimOf,
  effectsOf,
  EVIDENCE,
  LEASE_MS,
  ownerOf,
  PAYER,
  paymentKey,
  START_MS,
} from "./fixtures";
import { openRealLedger, type RealLedger } from "./ledger";
import { scriptNamed } from "../../faults/scripts";
import { stubNode } from "./node";
import { perform, type Move } from "./differential";
import { restoreSnapshot, takeSnapshot, type Snapshot } from "./snapshot";
import type { Script, StoreTurn } from "./script";
import type { Answer, Setting } from "../world";

/** The real `paidCall`, walked along a path of the model: the outside does what the path's script says. */

const ENTRY = defineRoute<{ by: string }>()({
  ...{ path: "/api/x", method: "POST", desk: "x", tier: "raw", summary: "x", tool: null },
  input: z.strictObject({}),
  // Time for one look at the chain after a settlement, and for no second one.
  limits: { ...DEFAULT_LIMITS, budgetMs: 1_500 },
});

const CHAIN_URL = "http://chain.invalid";
const NETWORK = "eip155:84532";

/** What the real code did. */
export interface Walked {
  answer: Answer;
  /** Whose answer it was. */
  by: string | null;
  store: StoreTurn[];
  /** What of the script was not asked for. */
  unused: Omit<Script, "store" | "expired">;
  snapshot: Snapshot;
}

const VERDICTS: Readonly<Record<Script["verify"][number], Verification>> = {
  valid: { kind: "valid", by: "primary" },
  used: { kind: "already-used", detail: "" },
  refused: { kind: "refused", reason: "insufficient_funds", message: "", detail: "" },
  "refused for good": { kind: "refused", reason: "wrong_recipient", message: "", detail: "" },
  nobody: { kind: "unavailable", detail: "" },
};
const SETTLEMENTS: Readonly<Record<Script["settle"][number], Settlement>> = {
  settled: { kind: "settled", transaction: "0xaa" },
  unknown: { kind: "unknown", detail: "" },
  "not-sent": { kind: "not-sent", detail: "" },
};

export interface Stage {
  real: RealLedger;
  /** Does moves to a ledger that holds nothing, and remembers what it then holds. */
  prepare(moves: readonly Move[]): Promise<void>;
  /** Walks one path from there. */
  walk(path: Path, setting: Pick<Setting, "callers" | "key" | "strangers">): Promise<Walked>;
  close(): Promise<void>;
}

/** A facilitator's word is checked afterwards: the model ends with the answer. */
const BEHIND_THE_ANSWER = new Set(["TAKE_DUE", "NOTE_TRUST", "PROVE_LIE"]);

/** What the current walk is told, and what it does. */
interface Current {
  script: Script;
  done: StoreTurn[];
  interference: Path["interference"];
  age: Age;
}

export async function openStage(): Promise<Stage> {
  let current: Current | null = null;
  vi.stubEnv("EVM_RPC_URL", CHAIN_URL);
  vi.stubEnv("LEDGER_WAIT_MS", "0");
  vi.stubEnv("LEDGER_CREDIT_WAIT_MS", String(LEASE_MS));
  vi.stubEnv("STORE_TIMEOUT_MS", "500");
  vi.stubEnv("FACILITATOR_SETTLE_TIMEOUT_MS", "100");
  vi.useFakeTimers({ toFake: ["Date"], now: START_MS });

  const real = await openRealLedger({
    socket: false,
    async gate(command, run) {
      const op =
        command[0]?.toString().toLowerCase() === "get" && command[1]?.toString() === BINDING
          ? "key"
          : (scriptNamed(command[1]?.toString() ?? "") ?? null);
      if (current === null || op === null || BEHIND_THE_ANSWER.has(op)) return void (await run());
      const { script, done, interference } = current;
      if (interference?.before === done.length) {
        const walk = current;
        current = null; // what others do is none of the call's
        for (const move of interference.moves) await perform(real, 2, move);
        current = walk;
      }
      const outcome = script.store[done.length]?.outcome ?? "done";
      done.push({ op, outcome });
      if (outcome === "not done") throw new Error("the store is out of reach");
      await run();
      if (outcome === "reply lost") throw new Error("the store's reply is lost");
    },
  });
  vi.doMock("@/lib/payments/contract-budget", () => ({ waitForContractQuestion: async () => 0 }));
  vi.doMock("@/lib/payments/asked-first", () => ({ mayAskFirst: () => true }));
  const { paidCall } = await import("@/lib/payments/paid-call");
  const { ApiError } = await import("@/lib/http/api-error");
  stubNode(CHAIN_URL, () => ({
    look: current?.script.looks.shift() ?? "unclear",
    age: current?.age ?? "fresh",
  }));

  function answerOf(outcome: Outcome | Exempt): Answer {
    switch (outcome.kind) {
      case "sold":
      case "replayed":
        return "answer";
      case "in flight":
        return "conflict";
      case "exempt":
        return "crash"; // there is no guard
      case "conflict":
        return outcome.why === "spent" ? "spent" : "conflict";
      case "refused":
        if (outcome.by === "till") return "challenge";
        return outcome.money === "not moved" ? "not-charged" : "conflict";
      case "unavailable":
        if (outcome.what === "answer") return "owed";
        if (outcome.what === "ledger") return "store";
        if (outcome.what === "slot" || outcome.what === "payments")
          return outcome.money === "not moved" ? "not-charged" : "conflict";
        return outcome.what === "service" || outcome.money !== "not moved" ? "crash" : "not-charged";
    }
  }

  let prepared: { snapshot: Snapshot; now: number } = { snapshot: new Map(), now: START_MS };

  return {
    real,
    async prepare(moves) {
      current = null;
      real.clock.now = START_MS;
      await restoreSnapshot(real.engine, new Map());
      for (const move of moves) await perform(real, 2, move);
      prepared = { snapshot: await takeSnapshot(real.engine, real.names, 2), now: real.clock.now };
    },
    async walk({ script, interference, age }, { callers: [caller = "buyer"], key, strangers }) {
      real.clock.now = prepared.now;
      await restoreSnapshot(real.engine, prepared.snapshot);
      const left = {
        verify: [...script.verify],
        handler: [...script.handler],
        settle: [...script.settle],
        looks: [...script.looks],
      };
      const walk: Current = { script: { ...script, ...left }, done: [], interference, age };
      const background: Promise<unknown>[] = [];
      const call: PaidCall<typeof ENTRY> = {
        entry: ENTRY,
        input: {},
        async handler() {
          if (left.handler.shift() === "fails") throw new ApiError("data_unavailable", "");
          return { answer: answerBy(CALLER), effects: effectsOf(0) };
        },
        payment: {
          ...{ rail: "x402-evm", network: NETWORK, key: paymentKey(0), payer: PAYER, amount: "20000" },
          ...{ isChallenged: false, stray: null },
          ...{ evidence: EVIDENCE[0] ?? {}, replay: null, resource: null, identifier: null },
          knownBy: strangers ? "verification" : "signature",
          objection: () => (script.expired ? { reason: "expired", message: "" } : null),
          objectionToSignature: async () => null,
          hasRunOut: null,
          funds: async () => ({ kind: "shown", balance: 1_000_000n }),
          verify: async () => VERDICTS[left.verify.shift() ?? "nobody"],
          settlers: async () => [],
          settle: async () => SETTLEMENTS[left.settle.shift() ?? "unknown"],
        },
        claim: claimOf(0, CALLER, caller, key),
        caller: null,
        guard: null,
        entitlement: null,
        headers: new Headers(),
        ...{ receivedAt: Date.now(), presentedMs: 0 },
        background: (work) => void background.push(typeof work === "function" ? work() : work),
      };
      current = walk;
      const reported = await paidCall(call).then(
        (outcome) => ({
          answer: answerOf(outcome),
          by: "answer" in outcome ? ownerOf(outcome.answer) : null,
        }),
        () => ({ answer: "crash" as const, by: null }),
      );
      await Promise.allSettled(background);
      current = null;
      return {
        ...reported,
        store: walk.done,
        unused: left,
        snapshot: await takeSnapshot(real.engine, real.names, 2),
      };
    },
    async close() {
      vi.useRealTimers();
      await real.close();
    },
  };
}
