import { apply } from "./ledger";
import type { Reply, Write } from "./records";
import {
  endCall,
  put,
  slotName,
  withCall,
  type Answer,
  type Call,
  type Event,
  type Setting,
  type World,
  type WorldStep,
} from "./world";

/** One call's turn: the world as it finds it, and what has happened in this step so far, in words. */
export interface Turn {
  world: World;
  slot: number;
  call: Call;
  setting: Setting;
  label: string;
  calm: boolean;
  event: Event | null;
}

/** The ledger's key of the payment that a call brings. */
export const keyOfPayment = ({ payments }: Setting, payment: number): number => payments[payment] ?? 0;

export const labelled = (turn: Turn, label: string): Turn => ({ ...turn, label: `${turn.label} ${label}` });
export const unlucky = (turn: Turn): Turn => ({ ...turn, calm: false });

/** The call goes on. `timed`: only after it has looked at the clock. */
export function goes(turn: Turn, change: Partial<Call>, timed = false): WorldStep {
  const { world, slot, call, label, calm, event } = turn;
  const next = withCall(world, slot, { ...call, ...change });
  return { label: label, next, event, calm, hurried: !timed };
}

/** The call is over, with an answer. */
export function answers(turn: Turn, answer: Answer, of: number, kept = false): WorldStep {
  const { world, slot, call, label, calm } = turn;
  const ended = endCall(world, slot);
  const answered = answer === "answer" ? put(ended.answered, of, kept ? "kept" : "other") : ended.answered;
  return {
    label: `${label} ⇒ ${answer}`,
    next: { ...ended, answered },
    event: { kind: "answered", call, answer, of, kept },
    calm,
    hurried: true,
  };
}

/** Runs a script on the world's ledger, with what follows from it elsewhere. */
export function run(world: World, write: Write, setting: Setting): [Reply, World] {
  const [reply, ledger] = apply(world.ledger, write, setting);
  if (ledger === world.ledger) return [reply, world];
  const { payment } = write;
  const before = world.ledger.records[payment]?.answer;
  const gone = world.answered[payment] === "kept" && ledger.records[payment]?.answer !== before;
  return [
    reply,
    {
      ...world,
      ledger,
      answered: gone ? put(world.answered, payment, "other") : world.answered,
      // Whatever has moved before the store knows when its memory begins may have been served before.
      chains:
        ledger.epoch === world.ledger.epoch
          ? world.chains
          : world.chains.map((chain) =>
              chain.state === "moved" && chain.age === "fresh" ? { ...chain, age: "before-epoch" } : chain,
            ),
    },
  ];
}

/** A write as the client of the store sees it: done, done without a reply, not done, or done later. */
export function writes(
  turn: Turn,
  write: Write,
  replied: (reply: Reply, turn: Turn) => WorldStep[],
  failed: (turn: Turn) => WorldStep[],
): WorldStep[] {
  const { world, setting } = turn;
  const [reply, after] = run(world, write, setting);
  const name = write.op.toUpperCase();
  const steps = replied(reply, labelled({ ...turn, world: after }, `${name} → ${reply.kind}`));
  if (!setting.storeFaults) return steps;
  const bad = unlucky(turn);
  if (after !== world)
    steps.push(...failed(labelled({ ...bad, world: after }, `${name} done, its reply is lost`)));
  steps.push(...failed(labelled(bad, `${name} fails`)));
  if (setting.delayedWrites && world.late === null)
    steps.push(...failed(labelled({ ...bad, world: { ...world, late: write } }, `${name} is held up`)));
  return steps;
}

/** A read that may fail. */
export function reads(
  turn: Turn,
  read: (turn: Turn) => WorldStep[],
  failed: (turn: Turn) => WorldStep[],
): WorldStep[] {
  const steps = read(turn);
  if (turn.setting.storeFaults) steps.push(...failed(labelled(unlucky(turn), "fails to read")));
  return steps;
}

export type Look = "moved" | "unmoved" | "not-yet" | "unclear";

/** One look at the chain for a signed payment: the truth, or nothing that could be read. */
export function looks(
  turn: Turn,
  payment: number,
  found: (look: Look, turn: Turn) => WorldStep[],
): WorldStep[] {
  const { setting, world, call } = turn;
  const chain = world.chains[payment];
  const sawMoved = world.chains[call.payment]?.state === "moved";
  const seeing = { ...turn, call: { ...call, sawMoved } };
  const truth: Look = chain?.state === "moved" ? "moved" : chain?.state === "dead" ? "unmoved" : "not-yet";
  const steps = found(truth, labelled(seeing, `looks: ${truth}`));
  if (!setting.faults) return steps;
  steps.push(...found("unclear", labelled(unlucky(seeing), "looks: can't tell")));
  if (!setting.rules.unmovedIsFinal && truth === "not-yet")
    steps.push(...found("unmoved", labelled(unlucky(seeing), "looks: unmoved, so far")));
  return steps;
}

export const turnOf = (world: World, slot: number, call: Call, setting: Setting): Turn => ({
  world,
  slot,
  call,
  setting,
  label: `${slotName(slot)}:`,
  calm: true,
  event: null,
});
