import { UnreadableTransaction } from "@/lib/chains/unreadable";
import { PaymentRefused, type Reason } from "../outcome/reasons";

const REASON_OF: Readonly<Record<UnreadableTransaction["fault"], Reason>> = {
  malformed: "malformed_payment",
  "look-up tables": "unsupported_payment",
  version: "unsupported_transaction_version",
};

/** Reads a payment's transaction. Throws PaymentRefused where the transaction can't be read. */
export function refusing<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableTransaction)) throw error;
    throw new PaymentRefused(REASON_OF[error.fault], error.message, { cause: error });
  }
}
