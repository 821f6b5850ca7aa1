import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { SETTINGS } from "@/lib/env";
import { PROOF_REMEMBERED_SEC } from "@/lib/payments/wallet-proof/consume";
import { ATTESTATION_SEC, REPORT_SEC } from "@/lib/security/audit/records";

const TERMS = readFileSync(path.resolve(import.meta.dirname, "../../docs/terms.md"), "utf8").replace(
  /\s+/g,
  " ",
);

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];
const ANSWERS = SETTINGS.LEDGER_ANSWER_TTL_SEC.fallback;
const RECORDS = SETTINGS.LEDGER_KEY_TTL_SEC.fallback;
const CREDITS = SETTINGS.LEDGER_CREDIT_WAIT_MS.fallback / 1_000;
const NUMBERS = ["no", "an", "two", "three", "four", "five"];

/** Each sentence with a period in it, as it has to read by what the code does unless a setting says otherwise. */
const PROMISED = [
  `can be read again with its proof for ${ANSWERS / HOUR} hours.`,
  `for as long as the record is kept (${RECORDS / DAY} days).`,
  `it is kept for ${NUMBERS[CREDITS / MINUTE]} minutes for a proof of the paying wallet`,
  `and beyond the ${RECORDS / DAY} days that a record is kept`,
  `with the refund's transaction, for ${RECORDS / DAY} days.`,
  `with hashes of the request and of its proofs | ${RECORDS / DAY} days from settlement |`,
  `the answer that was bought | ${ANSWERS / HOUR} hours |`,
  `idempotency keys, as hashes | ${ANSWERS / HOUR} hours |`,
  `a wallet's sign-in, that it was used | ${PROOF_REMEMBERED_SEC / MINUTE} minutes |`,
  `an unpaid one's, for whoever pays next | ${NUMBERS[REPORT_SEC / HOUR]} hour;`,
  `HMAC of the client's address | ${ATTESTATION_SEC / DAY} days |`,
];

describe("the terms", () => {
  it.each(PROMISED)("say what the service does: %s", (words) => {
    expect(TERMS).toContain(words);
  });

  it("state one period more, which a person keeps: refunds are sent within 7 days", () => {
    const left = PROMISED.reduce((text, words) => text.replace(words, ""), TERMS);
    const periods = [
      ...left.matchAll(/\b(?:\d+|an?|one|two|three) (?:second|minute|hour|day|week|month)s?\b/g),
    ];
    expect(periods.map(([period]) => period)).toEqual(["7 days"]);
  });
});
