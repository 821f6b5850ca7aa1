import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { now } from "@/lib/time";
import { askSettle } from "../facilitators/client";
import { activeFacilitators, facilitators } from "../facilitators/list";
import { proveLie } from "../ledger/trust";
import { writeKept } from "../switches/list";
import { fieldOf, suspectField } from "../switches/switches";
import { endOf } from "./end";
import type { Said, Verdict } from "./sale";

interface Resend {
  payload: PaymentPayload;
  requirement: PaymentRequirements;
}

/**
 * Has the very authorization of a sale settled by a facilitator that did not say it was: one nonce moves money once. What
 * comes of it the next look shows, which asks again where nothing did.
 */
async function settleByAnother(sale: Said): Promise<void> {
  if (sale.resend === "" || endOf(sale) <= now()) return;
  const { payload, requirement } = JSON.parse(sale.resend) as Resend; // written by incoming-payment.ts from those types
  const isFree = sale.trust === "reorganised";
  const others = activeFacilitators().filter(({ url }) => isFree || url !== sale.by);
  for (const facilitator of others) {
    const settled = await askSettle(facilitator, payload, requirement);
    log.info("sale_settled_again", {
      ...{ payment: sale.paymentKey, facilitator: facilitator.name, came: settled.kind },
    });
    if (settled.kind !== "not-sent") return;
  }
}

/** Two proofs switch a facilitator off, but never the last one. Throws when the store can't be reached. */
export async function holdAgainst(sale: Said): Promise<void> {
  const all = facilitators();
  const liar = all.find(({ url }) => url === sale.by);
  if (liar === undefined) return;
  const { url, name } = liar;
  const others = all.filter((one) => one.url !== url).map((one) => fieldOf("facilitator", one.url));
  const kept = writeKept({ since: now(), by: "proofs" });
  const came = await proveLie(sale, { url, field: fieldOf("facilitator", url), kept, others });
  if (came !== "noted")
    log.error(came === "out" ? "facilitator_taken_out" : "last_facilitator_lies", { facilitator: name });
}

/** Facilitators under suspicion are asked last, by all instances. */
const suspect = ({ by }: Said): Promise<unknown> =>
  by === "" ? Promise.resolve() : ledgerStore().hset(keys.switches(), { [suspectField(by)]: String(now()) });

const clear = ({ by }: Said): Promise<unknown> =>
  by === "" ? Promise.resolve() : ledgerStore().hdel(keys.switches(), suspectField(by));

async function follow(sale: Said, { trust }: Verdict): Promise<void> {
  switch (trust) {
    case "unconfirmed":
      await suspect(sale);
      return settleByAnother(sale);
    case "reorganised":
      return settleByAnother({ ...sale, trust });
    case "confirmed":
      if (sale.trust === "unconfirmed") await clear(sale);
      return;
    case "unbacked": // what is held against whom stands by now
    case "disputed":
    case "believed":
  }
}

/**
 * What follows from a look: told once, when a sale comes to be trusted otherwise, and done again by each look at which its money is
 * still missing. Whatever fails of it is told, and changes no verdict.
 */
export async function draw(sale: Said, verdict: Verdict): Promise<void> {
  const { trust, receipt } = verdict;
  // That a sale's money is seen soon after it is the rule, which nobody needs to be told of each.
  if (trust === "confirmed" && sale.trust === "believed") return;
  const report = { payment: sale.paymentKey, transaction: receipt.transaction, by: sale.by };
  if (trust !== sale.trust) (trust === "confirmed" ? log.info : log.error)(`sale_${trust}`, report);
  await follow(sale, verdict).catch((error: unknown) =>
    log.error("consequence_failed", { ...report, trust, why: describe(error) }),
  );
}
