import { documentRoute } from "@/lib/catalog/document";
import { closeBooksAnswer } from "./answer";
import { closeBooksEntry } from "./entry";

export const closeBooksDocumentation = documentRoute(closeBooksEntry, {
  description:
    "Looks up payments that were left between intent and settlement, and settles or releases each by what the chain says.",
  output: closeBooksAnswer,
  sample: { input: {}, output: { ok: true, looked: 3, settled: 1, released: 1, open: 1 } },
});
