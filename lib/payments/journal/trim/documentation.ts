import { documentRoute } from "@/lib/catalog/document";
import { trimJournalAnswer } from "./answer";
import { trimJournalEntry } from "./entry";

export const trimJournalDocumentation = documentRoute(trimJournalEntry, {
  description:
    "Says which days are exported and stored elsewhere. A day that is over and has just so many lines is deleted from the ledger's database; every other stays.",
  output: trimJournalAnswer,
  sample: {
    input: { exported: [{ date: "2026-10-31", lines: 412 }] },
    output: { ok: true, days: [{ date: "2026-10-31", became: "trimmed" }] },
  },
});
