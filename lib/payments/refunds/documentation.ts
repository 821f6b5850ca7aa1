import { documentRoute } from "@/lib/catalog/document";
import { refundAnswer } from "./answer";
import { refundEntry } from "./entry";

const payer = "0x8f3cf7ad23cd3cadbd9735aff958023239c6a063";
const payment = `eip155:8453:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913:${payer}:0x${"2b".repeat(32)}`;

export const refundDocumentation = documentRoute(refundEntry, {
  description:
    "Before a refund is sent it is reserved, by a call without a transaction: whoever else would send it is told, and nobody is served with the payment meanwhile. A call with one looks at it on chain. Where it gave the payer at least what the payment took, out of the receiving wallets or those of REFUND_WALLETS, later than the payment, and has refunded nothing else of that payer, the payment counts as refunded: whoever sends it again gets 409 with that transaction.",
  output: refundAnswer,
  sample: {
    input: { payment, transaction: `0x${"9d".repeat(32)}` },
    output: {
      ...{
        ok: true,
        payment,
        payer,
        network: "eip155:8453",
        amount: "20000",
        returned: "20000",
        reserved: null,
      },
      message: "Refunded. Whoever sends this payment again is told so, with the transaction.",
    },
  },
});
