import { documentRoute } from "@/lib/catalog/document";
import { disputeAnswer } from "./answer";
import { disputeEntry } from "./entry";

const payment = `eip155:8453:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913:0x8f3cf7ad23cd3cadbd9735aff958023239c6a063:0x${"2b".repeat(32)}`;

export const disputeDocumentation = documentRoute(disputeEntry, {
  description:
    "Of a sale that is disputed: what each node says of it now, which ends the dispute where they agree; or, with a decision, what a person found at other nodes. `unpaid` counts as a proof against the facilitator that called it settled.",
  output: disputeAnswer,
  sample: {
    input: { payment },
    output: {
      ...{ ok: true, payment, transaction: `0x${"9d".repeat(32)}`, trust: "disputed" },
      nodes: [
        { node: "first", says: "unpaid", why: "the authorization expired unused" },
        { node: "second", says: "unread", why: "eth_getBlockByNumber: HTTP 503" },
      ],
      message:
        "Our nodes don't settle it. Look at a node of another company, then decide: npm run ledger -- dispute <payment> paid, or unpaid.",
    },
  },
});
