import type { Effect, Handler } from "@/lib/handler";
import { log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { notPublished } from "../open/guard";
import type { Hidden, Signal } from "../signal";
import { FIELDS, readSales, readSignal, storedPart } from "../store";
import type { HiddenReason } from "../vocabulary";
import type { hideSignalEntry } from "./entry";

/** Who bought a text that is merely unwanted keeps the answer for its day; what must not be passed on is erased there, too. */
const ERASES_ANSWERS: Readonly<Record<HiddenReason, boolean>> = {
  ...{ illegal: true, "personal-data": true, rights: true, malware: true, spam: false },
};

/** The record without a word of its creator's; whose it is, what it said of which asset, and its hashes stay. */
const wordless = (signal: Signal): string =>
  JSON.stringify({ ...storedPart(signal), title: "", teaser: "", categories: [] });

/** Hides a signal for good. Its outcome stands, or will: nothing is unscored. Throws ApiError 404 for an unknown one. */
export const hideSignal: Handler<typeof hideSignalEntry> = async ({ signalId, reason }, { now }) => {
  const signal = await readSignal(signalId);
  if (signal === null) throw notPublished(signalId);
  const hidden: Hidden = signal.hidden ?? { reason, at: now.getTime() };
  const answers = ERASES_ANSWERS[reason] ? (await readSales(signalId)).map(keys.answer) : [];
  const effects: Effect["command"][] = [
    ["DEL", keys.loungeText(signalId), ...answers],
    ["HSET", keys.loungeSignal(signalId), FIELDS.signal, wordless(signal)],
    ["HSETNX", keys.loungeSignal(signalId), FIELDS.hidden, JSON.stringify(hidden)],
    ...signal.categories.map((name) => ["ZREM", keys.loungeCategory(name), signalId] as const),
  ];
  log.info("signal_hidden", { signal: signalId, reason, answers: answers.length });
  return {
    answer: {
      ...{ ok: true, signalId, reason: hidden.reason, hiddenAt: new Date(hidden.at).toISOString() },
      ...{ certificateHash: signal.certificateHash, erasedAnswers: answers.length },
    },
    effects: effects.map((command) => ({ command })),
  };
};
