/**
 * Buys one answer with the official MPP client for Solana, and prints what happened as one line of JSON.
 *
 *   CALL='{"url":…,"rpcUrl":…,"secretKey":…,"mode":"pull"|"push","headers":{…}}' node buy-with-mpp.mjs
 *
 * In pull mode the client hands its signed transaction to the service, in push mode it sends it by itself and hands
 * over the signature. `secretKey` is base58 of the wallet's 64 bytes.
 */
import { createKeyPairSignerFromBytes, getBase58Encoder } from "@solana/kit";
import { Mppx, solana } from "@solana/mpp/client";
import { Receipt } from "mppx";

const { url, rpcUrl, secretKey, mode, headers } = JSON.parse(process.env.CALL ?? "{}");
const signer = await createKeyPairSignerFromBytes(getBase58Encoder().encode(secretKey));

/** Every request that the client made to the service: what it brought, and what it was answered. */
const exchanges = [];
const recording = async (input, init) => {
  const request = new Request(input, init);
  const response = await fetch(request);
  exchanges.push({ status: response.status, authorization: request.headers.get("authorization") });
  return response;
};

const client = Mppx.create({
  methods: [solana.charge({ signer, rpcUrl, broadcast: mode === "push" })],
  fetch: recording,
  polyfill: false,
});
const response = await client.fetch(url, { method: "POST", headers });
const text = await response.text();
const receipt = response.headers.has("payment-receipt") ? Receipt.fromResponse(response) : null;

console.log(
  JSON.stringify({
    mode,
    status: response.status,
    kind: JSON.parse(text).kind ?? null,
    transaction: receipt?.reference ?? null,
    receipt,
    receiptHeader: response.headers.get("payment-receipt"),
    text,
    exchanges,
  }),
);
