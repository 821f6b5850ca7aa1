import { documentRoute } from "@/lib/catalog/document";
import { receiptAnswer } from "./answer";
import { receiptEntry } from "./entry";

export const receiptDocumentation = documentRoute(receiptEntry, {
  description:
    "Reports the outcome of a payment to its payer: its state, its transaction and the service's signed receipt. It requires a proof: a sign-in of the paying wallet (SIGN-IN-WITH-X), the payment itself as it was sent (PAYMENT-SIGNATURE), or the Idempotency-Key of the first call.",
  output: receiptAnswer,
  sample: {
    input: {
      payment:
        "eip155:84532:0x036cbd53842c5426634e7929541ec2318f3dcf7e:0x70997970c51812dc3a010c7d01b50e0d17dc79c8:0x5f0c1a9e1d3b7c64a7be2f90d1c3e85546a2b9d80f7e6c5b4a39281706f5e4d3",
    },
    output: {
      ok: true,
      payment:
        "eip155:84532:0x036cbd53842c5426634e7929541ec2318f3dcf7e:0x70997970c51812dc3a010c7d01b50e0d17dc79c8:0x5f0c1a9e1d3b7c64a7be2f90d1c3e85546a2b9d80f7e6c5b4a39281706f5e4d3",
      state: "settled",
      transaction: "0x8a3f5c2e9b7d1046f8e5a2c3b4d6e7f80912a3b4c5d6e7f8091a2b3c4d5e6f70",
      network: "eip155:84532",
      payer: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
      amount: "20000",
      asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
      resource: "/api/svc-intel-tvl",
      at: "2026-10-07T14:02:15.000Z",
      receipt: null,
      refund: null,
      agent: null,
    },
  },
});
