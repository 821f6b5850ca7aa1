import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import { signalIdField } from "../vocabulary";
import type { RwaTokenAnswer } from "./answer";

export const rwaTokenEntry = defineRoute<RwaTokenAnswer>()({
  path: "/api/rwa-token",
  method: "GET",
  desk: "lounge",
  tier: "free",
  summary:
    "A signal's certificate, with the proof that it stands in the log; its opening for who may have it",
  input: z.strictObject({ signalId: signalIdField }),
  statuses: [403, 404],
  proofs: ["SIGN-IN-WITH-X", "PAYMENT-SIGNATURE", "Idempotency-Key"],
});
