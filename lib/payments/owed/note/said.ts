import type { Noted } from "@/lib/payments/ledger/debts";

/** What becomes of a payment that is shown as not served, for a person. */
export const SAID: Readonly<Record<Exclude<Noted, "full">, string>> = {
  noted: "it stands on the list of debts.",
  known: "no debt by this: the ledger has a record of it, whose state says what became of it.",
  claimed:
    "nothing was noted: a call holds it at the moment, and serves it or lets go within a minute. Ask again then.",
};
