import { documentRoute } from "@/lib/catalog/document";
import { listPaymentsAnswer } from "./answer";
import { listPaymentsEntry } from "./entry";

export const listPaymentsDocumentation = documentRoute(listPaymentsEntry, {
  description:
    "Payments that wait: between intent and settlement (open), with an open outcome (unknown), paid and due an answer (credited), or paid and never served (debts); and sales whose money was not seen: found nowhere yet (unconfirmed), proved by one node never to have moved (disputed), by two (unbacked), or dropped by the chain (reorganised).",
  output: listPaymentsAnswer,
  sample: {
    input: { list: "debts" },
    output: {
      ok: true,
      payments: [
        {
          payment:
            "eip155:8453:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913:0x8f3cf7ad23cd3cadbd9735aff958023239c6a063:0x2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c5b4a39281706f5e4d3c",
          state: "debt",
          trust: null,
          since: "2026-11-22T14:03:11.000Z",
          route: "",
          payer: "0x8f3cf7ad23cd3cadbd9735aff958023239c6a063",
          network: "eip155:8453",
          amount: "20000",
          transaction: "0x9d2f8f0f4cb1a7c8c3f4f3c2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a09f8e",
        },
      ],
      next: null,
    },
  },
});
