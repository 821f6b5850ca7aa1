import { documentRoute } from "@/lib/catalog/document";
import { SAMPLE_FEEDBACK_FILE, SAMPLE_FEEDBACK_ID } from "../documentation";
import { giveFeedbackAnswer } from "./answer";
import { giveFeedbackEntry } from "./entry";

const URI = `https://svc.example.com/api/agent-identity-feedback?id=${SAMPLE_FEEDBACK_ID}`;
const PAYER = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";

export const giveFeedbackDocumentation = documentRoute(giveFeedbackEntry, {
  description:
    "Rates an agent in ERC-8004's reputation registry with a payment as proof: this service (`payment`: a sale to you whose money was seen on chain), or a registered agent that is linked to its token (`agent`, and the `transaction` of your payment in USDC to a proved wallet of it). It publishes who paid whom for what, so the first answer only warns of that and says what to sign. Sent again with `publish: true` and SIGN-IN-WITH-X of the paying wallet (its resources holding `sign`), it writes the feedback file, once a payment, and returns its address, its Keccak-256 and the ready `giveFeedback` call, which `clientAddress` sends at its own cost. 202 while the payment is not final, 422 with a `reason` where it backs nothing; an agent's own wallets, and whoever acts for its token, can't rate it. 404 while this service holds no token itself.",
  output: giveFeedbackAnswer,
  sample: {
    input: {
      payment: `eip155:8453:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913:${PAYER}:0x${"5b".repeat(32)}`,
      ...{ value: 90, text: SAMPLE_FEEDBACK_FILE.text, publish: true },
    },
    output: {
      ...{ ok: true, state: "ready" },
      warning: "This publishes a purchase.",
      ...{ feedbackId: SAMPLE_FEEDBACK_ID, feedbackUri: URI, feedbackHash: `0x${"9c".repeat(32)}` },
      file: SAMPLE_FEEDBACK_FILE,
      call: {
        ...{ chainId: 8453, to: "0x8004BAa17C55a88189AE136b182e5fdA19dE9b63", from: PAYER },
        ...{ data: "0x3c036a7e", value: "0x0", gas: "210000" },
        function: "giveFeedback(uint256,int128,uint8,string,string,string,string,bytes32)",
      },
      message: "The file is written. To have it count, the paying wallet sends this call on chain 8453.",
    },
  },
});
