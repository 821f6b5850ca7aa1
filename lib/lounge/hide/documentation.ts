import { documentRoute } from "@/lib/catalog/document";
import { hideSignalAnswer } from "./answer";
import { hideSignalEntry } from "./entry";

export const hideSignalDocumentation = documentRoute(hideSignalEntry, {
  description:
    "Deletes a signal's text, salt, title, teaser and categories. Its hash, its leaf, its outcome and the reason stay. It can't be undone; asking again erases answers that were sold meanwhile.",
  output: hideSignalAnswer,
  sample: {
    input: { signalId: "sig_5b1f0c2a9d3e4f60718293a4", reason: "personal-data" },
    output: {
      ok: true,
      signalId: "sig_5b1f0c2a9d3e4f60718293a4",
      reason: "personal-data",
      hiddenAt: "2026-10-08T09:00:00.000Z",
      certificateHash: "9b7c1d0e5f2a48c6b3d9e8f7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7",
      erasedAnswers: 3,
    },
  },
});
