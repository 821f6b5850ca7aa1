import { encodeAbiParameters } from "viem";
import { newEvmWallet } from "@/sandbox/accounts";
import { evmForm, inSeconds, newEvmBuyer, withEvmForm, type EvmBuyer } from "../evm-buyer";
import { withTransaction } from "../solana-buyer";
import { ENOUGH, PRICE, unsigned, type Defect } from "./unsigned";

const flip = (hex: string, at: number): `0x${string}` =>
  `0x${hex.slice(2, at)}${hex[at] === "0" ? "1" : "0"}${hex.slice(at + 1)}`;

export const ON_BASE: Defect<EvmBuyer>[] = [
  ...unsigned("eip155:8453"),
  {
    what: "a signed amount below the price",
    reason: "wrong_amount",
    message: /for 19999 base units; the price is 20000/,
    make: (buyer, challenge) => buyer.sign(challenge, { authorization: { value: "19999" } }),
  },
  {
    what: "a signed amount above the price",
    reason: "wrong_amount",
    message: /for 20001 base units; the price is 20000/,
    make: (buyer, challenge) => buyer.sign(challenge, { authorization: { value: "20001" } }),
  },
  {
    what: "a signed recipient that is not ours",
    reason: "wrong_recipient",
    message: /authorization pays 0x.*, not 0x/,
    make: (buyer, challenge) => buyer.sign(challenge, { authorization: { to: newEvmWallet().address } }),
  },
  {
    what: "a signature for another chain",
    byChain: true,
    reason: "invalid_signature",
    message: /signature/i,
    make: (buyer, challenge) => buyer.sign(challenge, { domain: { chainId: 8453 } }),
  },
  {
    what: "a signature for another token",
    byChain: true,
    reason: "invalid_signature",
    message: /signature/i,
    make: (buyer, challenge) =>
      buyer.sign(challenge, { domain: { verifyingContract: newEvmWallet().address } }),
  },
  {
    what: "an authorization that has run out",
    reason: "expired",
    message: /has run out.*validBefore/,
    make: (buyer, challenge) => buyer.sign(challenge, { authorization: { validBefore: inSeconds(-1) } }),
  },
  {
    what: "an authorization that runs out before the call is done",
    reason: "expired",
    message: /or would before the call is done \(validBefore\)/,
    make: (buyer, challenge) => buyer.sign(challenge, { authorization: { validBefore: inSeconds(20) } }),
  },
  {
    what: "an authorization that is not valid yet",
    reason: "expired",
    message: /not valid yet.*validAfter/,
    make: (buyer, challenge) => buyer.sign(challenge, { authorization: { validAfter: inSeconds(60) } }),
  },
  {
    what: "an authorization that is valid for too long",
    reason: "expired",
    message: /valid for too long.*15 minutes/,
    make: (buyer, challenge) => buyer.sign(challenge, { authorization: { validBefore: inSeconds(1_000) } }),
  },
  {
    what: "the signature of another wallet",
    byChain: true,
    reason: "invalid_signature",
    message: /signature/i,
    make: (buyer, challenge) => buyer.sign(challenge, { key: newEvmWallet().privateKey }),
  },
  {
    what: "a nonce that was changed after signing",
    byChain: true,
    reason: "invalid_signature",
    message: /signature/i,
    make: async (buyer, challenge) => {
      const payment = await buyer.sign(challenge);
      const { authorization } = evmForm(payment);
      return withEvmForm(payment, {
        authorization: { ...authorization, nonce: flip(authorization.nonce, 20) },
      });
    },
  },
  {
    what: "a payer that was changed after signing",
    byChain: true,
    reason: "invalid_signature",
    message: /signature/i,
    make: async (buyer, challenge) => {
      const other = await newEvmBuyer(buyer.world, ENOUGH);
      return buyer.sign(challenge, { authorization: { from: other.address } });
    },
  },
  {
    what: "a flipped signature",
    byChain: true,
    reason: "invalid_signature",
    message: /signature/i,
    make: async (buyer, challenge) => {
      const payment = await buyer.sign(challenge);
      return withEvmForm(payment, { signature: flip(evmForm(payment).signature, 30) });
    },
  },
  {
    what: "a signature of zeros",
    byChain: true,
    reason: "invalid_signature",
    message: /signature/i,
    make: async (buyer, challenge) =>
      withEvmForm(await buyer.sign(challenge), { signature: `0x${"00".repeat(65)}` }),
  },
  {
    what: "a signature that is too short to be one",
    reason: "malformed_payment",
    message: /wrong at "signature"/,
    make: async (buyer, challenge) =>
      withEvmForm(await buyer.sign(challenge), { signature: `0x${"11".repeat(63)}` }),
  },
  {
    what: "a garbled signature of a wallet that is not deployed",
    reason: "malformed_payment",
    message: /wrong at "signature"/,
    make: async (buyer, challenge) =>
      withEvmForm(await buyer.sign(challenge), { signature: `0x${"11".repeat(96)}${"6492".repeat(16)}` }),
  },
  {
    what: "a signature of a wallet that is not deployed",
    reason: "unsupported_payment",
    message: /not deployed/,
    make: async (buyer, challenge) => {
      const payment = await buyer.sign(challenge);
      const address = newEvmWallet().address;
      const wrapped = encodeAbiParameters(
        [{ type: "address" }, { type: "bytes" }, { type: "bytes" }],
        [address, "0x1234", evmForm(payment).signature],
      );
      return withEvmForm(payment, { signature: `${wrapped}${"6492".repeat(16)}` });
    },
  },
  {
    what: "no funds",
    byChain: true,
    reason: "insufficient_funds",
    message: /holds too little USDC/,
    funds: 0n,
    make: (buyer, challenge) => buyer.sign(challenge),
  },
  {
    what: "one base unit too little",
    byChain: true,
    reason: "insufficient_funds",
    message: /holds too little USDC/,
    funds: PRICE - 1n,
    make: (buyer, challenge) => buyer.sign(challenge),
  },
  {
    what: "a Permit2 payload",
    reason: "unsupported_payment",
    message: /Only EIP-3009/,
    make: async (buyer, challenge) => {
      const payment = await buyer.sign(challenge);
      return {
        ...payment,
        payload: {
          signature: payment.payload.signature,
          permit2Authorization: payment.payload.authorization,
        },
      };
    },
  },
  {
    what: "a Solana payload",
    reason: "unsupported_payment",
    message: /Only EIP-3009/,
    make: async (buyer, challenge) => withTransaction(await buyer.sign(challenge), "AAAA"),
  },
];
