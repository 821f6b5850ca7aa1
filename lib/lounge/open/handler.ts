import { APPLIED_AT, type Handler } from "@/lib/handler";
import { keys } from "@/lib/store/keys";
import { saleEffects } from "../sale";
import { readSold } from "../store";
import type { signalOpenEntry } from "./entry";
import { notPublished } from "./guard";

/** Sells a signal's text, or shows it again to who has bought it, as the guard found. */
export const openSignal: Handler<typeof signalOpenEntry> = async ({ signalId }, { payment, entitlement }) => {
  if (payment === undefined && entitlement?.rereads !== true)
    throw new Error("a signal is read by who pays for it, or has paid");
  const { signal, body } = await readSold(signalId);
  if (signal === null || body === null) throw notPublished(signalId);
  const answer = { signalId, summary: body.summary, title: signal.title };
  if (payment === undefined) return { answer, effects: [], unkept: true };
  return {
    answer,
    effects: [
      { command: ["HSETNX", keys.loungeReaders(signalId), payment.payer, payment.key] },
      { command: ["ZADD", keys.loungeUnlocks(), APPLIED_AT, `${payment.key} ${signalId}`] },
      ...saleEffects(signalId, payment.key),
    ],
  };
};
