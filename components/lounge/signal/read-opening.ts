import { keptPayments } from "@/lib/buying/kept-payment";
import { asked } from "../addresses";
import { askFree } from "@/components/reading/ask-free";
import { type KeptCertificate, readAnswer } from "../verify/read-certificate";
import { pageStorage } from "@/lib/buying/storage";

/**
 * A signal's certificate with what opens its text, for who paid: the payment that this browser keeps is the proof. Null
 * where it keeps none, or the service gives no opening for it.
 */
export async function readOpening(
  path: string,
  signalId: string,
  call: { path: string; body: string },
): Promise<KeptCertificate | null> {
  const payment = keptPayments(pageStorage(), () => Date.now()).recall(call);
  if (payment === null) return null;
  const found = await askFree(asked(path, { signalId }), readAnswer, { "payment-signature": payment.header });
  return found.state === "read" && found.value.salt !== null ? found.value : null;
}
