/**
 * Has x402's official library verify what the service signed, and prints what it says as one line of JSON.
 *
 *   SIGNED='[{"required":…,"response":…,"payer":…}, …]' node verify-signed.mjs
 *
 * Of each sale: `required` is its 402's PAYMENT-REQUIRED header, `response` its answer's PAYMENT-RESPONSE header, `payer` the
 * wallet. No key is given: the library learns it by the signature's own `kid`, from the service.
 */
import { decodePaymentRequiredHeader } from "@x402/core/http";
import {
  decodeSignedOffers,
  extractOffersFromPaymentRequired,
  extractReceiptFromResponse,
  findAcceptsObjectFromSignedOffer,
  verifyOfferSignatureJWS,
  verifyReceiptMatchesOffer,
  verifyReceiptSignatureJWS,
} from "@x402/extensions/offer-receipt";

/** What a signature's verifier says: what was signed, or why it is refused. */
const said = (verified) =>
  verified.then(
    (payload) => ({ payload, refused: null }),
    (error) => ({ payload: null, refused: `${error.code ?? error.name}: ${error.message}` }),
  );

async function verify({ required, response, payer }) {
  const challenge = decodePaymentRequiredHeader(required);
  const offers = extractOffersFromPaymentRequired(challenge);
  const decoded = decodeSignedOffers(offers);
  const answer = new Response(null, { headers: { "payment-response": response } });
  const receipt = extractReceiptFromResponse(answer);
  return {
    offers: await Promise.all(offers.map((offer) => said(verifyOfferSignatureJWS(offer)))),
    /** Which of the terms in `accepts` each offer repeats; -1 for none. */
    accepted: decoded.map((offer) =>
      challenge.accepts.indexOf(findAcceptsObjectFromSignedOffer(offer, challenge.accepts)),
    ),
    receipt: await said(verifyReceiptSignatureJWS(receipt)),
    /** Whether the receipt is one for each offer, by route, network, payer and age. */
    matches: decoded.map((offer) => verifyReceiptMatchesOffer(receipt, offer, [payer])),
  };
}

const sales = JSON.parse(process.env.SIGNED ?? "[]");
console.log(JSON.stringify(await Promise.all(sales.map(verify))));
