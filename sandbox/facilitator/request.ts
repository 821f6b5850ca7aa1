import { PaymentPayloadV2Schema, PaymentRequirementsV2Schema } from "@x402/core/schemas";
import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import { isRecord } from "@/lib/is-record";

export interface PaymentRequest {
  paymentPayload: PaymentPayload;
  paymentRequirements: PaymentRequirements;
}

/** Whether a body is that of /verify and /settle, version 2 of the protocol. */
export const isPaymentRequest = (body: unknown): body is PaymentRequest =>
  isRecord(body) &&
  PaymentPayloadV2Schema.safeParse(body["paymentPayload"]).success &&
  PaymentRequirementsV2Schema.safeParse(body["paymentRequirements"]).success;
