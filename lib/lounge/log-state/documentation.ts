import { documentRoute } from "@/lib/catalog/document";
import { loungeLogAnswer } from "./answer";
import { loungeLogEntry } from "./entry";

export const loungeLogDocumentation = documentRoute(loungeLogEntry, {
  description:
    "The append-only Merkle log (RFC 6962) of all certificates. Keep a checkpoint, and ask later with its size as `first`: " +
    "a log that was changed, reordered or cut before it has no proof for your root. /lounge/verify.mjs checks it.",
  output: loungeLogAnswer,
  sample: {
    input: { first: 1 },
    output: {
      ok: true,
      origin: "svc.example.com/lounge",
      size: 2,
      root: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
      checkpoint: null,
      keys: [],
      consistency: { first: 1, proof: ["96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"] },
    },
  },
});
