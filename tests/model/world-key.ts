import type { LedgerRecord, Owner } from "./records";
import { SLOTS, slotName, type Call, type Chain, type World } from "./world";

/** One character a word: worlds are compared by the million. */
function short(word: string): string {
  let letter = letters.get(word);
  if (letter === undefined) letters.set(word, (letter = String.fromCharCode(FIRST_LETTER + letters.size)));
  return letter;
}
const letters = new Map<string, string>();
const FIRST_LETTER = 0x21;

const FIRST_BITS = 0x1000;
/** Up to ten of them in one character, a leading one before them. */
function bits(...values: readonly boolean[]): string {
  let number = 1;
  for (const value of values) number = number * 2 + (value ? 1 : 0);
  return String.fromCharCode(FIRST_BITS + number);
}
/** Which slot it is that holds something is told with the slot. */
const holder = (owner: Owner): string => (SLOTS.includes(owner) ? "*" : short(owner));

const recordKey = (record: LedgerRecord | null): string =>
  record === null
    ? "-"
    : short(record.state) +
      holder(record.owner) +
      short(record.by) +
      String(record.evidence) +
      bits(record.leased, record.slot, record.reserves, record.boundTo !== "", SLOTS.includes(record.answer));

const chainKey = ({ state, age, byUs, pending }: Chain): string =>
  short(state) + short(age) + bits(byUs, pending);

function slotKey({ ledger, late }: World, call: Call | null, slot: number): string {
  if (call === null) return "-";
  const name = slotName(slot);
  let text =
    short(call.at) +
    short(call.caller) +
    short(call.say) +
    String(call.payment) +
    String(call.evidence) +
    bits(
      call.seller,
      call.sawMoved,
      call.overran,
      call.foundTaken,
      late !== null && "owner" in late && late.owner === name,
    );
  for (const record of ledger.records) text += bits(record?.owner === name, record?.answer === name);
  return text;
}

/**
 * The world as text, the same for worlds that differ only in which of the equal slots a call has: a slot is known by
 * its call and by what it holds.
 */
export function keyOf(world: World): string {
  const { ledger, chains, calls, reconciler, late, answered, wiped } = world;
  let text = bits(ledger.cooldown, ledger.epoch, wiped) + bits(...ledger.open) + bits(...ledger.slots);
  for (const record of ledger.records) text += recordKey(record);
  for (const chain of chains) text += chainKey(chain);
  for (const answer of answered) text += short(answer);
  for (const count of ledger.effects) text += String(count);
  if (ledger.binding !== null) text += String(ledger.binding.payment) + short(ledger.binding.fingerprint);
  if (ledger.reserved !== null) text += `!${ledger.reserved.payment}${bits(ledger.reserved.pending)}`;
  text += short(reconciler.at);
  if (reconciler.at !== "idle") text += String(reconciler.payment);
  if ("evidence" in reconciler) text += String(reconciler.evidence);
  if (late !== null) text += "|";
  for (const value of late === null ? [] : Object.values(late)) text += holder(String(value));
  const slots = calls.map((call, slot) => slotKey(world, call, slot)).sort();
  return `${text}|${slots.join("|")}`;
}
