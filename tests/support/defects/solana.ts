import { generateKeyPairSigner, getBase58Decoder } from "@solana/kit";
import { NETWORKS } from "@/lib/chains/networks";
import {
  newSolanaBuyer,
  PAYER_SIGNATURE,
  transactionIn,
  withBytes,
  withTransaction,
  type SolanaBuyer,
} from "../solana-buyer";
import { ENOUGH, PRICE, unsigned, type Defect } from "./unsigned";

export const ON_SOLANA: Defect<SolanaBuyer>[] = [
  ...unsigned(NETWORKS.mainnet.solana.id),
  {
    what: "a signed amount below the price",
    reason: "wrong_amount",
    message: /moves 19999 base units; the price is 20000/,
    make: (buyer, challenge) => buyer.sign(challenge, { amount: 19_999n }),
  },
  {
    what: "a signed amount above the price",
    reason: "wrong_amount",
    message: /moves 20001 base units; the price is 20000/,
    make: (buyer, challenge) => buyer.sign(challenge, { amount: 20_001n }),
  },
  {
    what: "somebody else's account as its destination",
    reason: "wrong_recipient",
    message: /recipient's USDC account is/,
    make: async (buyer, challenge) => {
      const other = await newSolanaBuyer(buyer.world, 0n);
      return buyer.sign(challenge, { destination: other.tokenAccount });
    },
  },
  {
    what: "a destination that does not exist",
    reason: "wrong_recipient",
    message: /recipient's USDC account is/,
    make: async (buyer, challenge) =>
      buyer.sign(challenge, { destination: (await generateKeyPairSigner()).address }),
  },
  {
    what: "another mint",
    reason: "unsupported_payment",
    message: /not USDC/,
    make: (buyer, challenge) => buyer.sign(challenge, { mint: NETWORKS.mainnet.solana.usdc }),
  },
  {
    what: "another number of decimals",
    byChain: true,
    reason: "unsupported_payment",
    message: /decimals/,
    make: (buyer, challenge) => buyer.sign(challenge, { decimals: 9 }),
  },
  {
    what: "a source that belongs to another wallet",
    reason: "unsupported_payment",
    message: /Pay from the wallet's associated token account/,
    make: async (buyer, challenge) => {
      const other = await newSolanaBuyer(buyer.world, ENOUGH);
      return buyer.sign(challenge, { source: other.tokenAccount });
    },
  },
  {
    what: "the signature of another payment",
    reason: "invalid_signature",
    message: /signature/i,
    make: async (buyer, challenge) => {
      const other = Buffer.from(transactionIn(await buyer.sign(challenge)), "base64");
      return withBytes(await buyer.sign(challenge), (bytes) =>
        bytes.set(other.subarray(PAYER_SIGNATURE.start, PAYER_SIGNATURE.end), PAYER_SIGNATURE.start),
      );
    },
  },
  {
    what: "a flipped signature",
    reason: "invalid_signature",
    message: /signature/i,
    make: async (buyer, challenge) =>
      withBytes(await buyer.sign(challenge), (bytes) =>
        bytes.set([(bytes[PAYER_SIGNATURE.start] ?? 0) ^ 1], PAYER_SIGNATURE.start),
      ),
  },
  {
    what: "a memo that was changed after signing",
    reason: "invalid_signature",
    message: /signature/i,
    make: async (buyer, challenge) =>
      withBytes(await buyer.sign(challenge, { memo: "changed afterwards" }), (bytes) => {
        bytes[Buffer.from(bytes).indexOf("changed afterwards")] = 0x43;
      }),
  },
  {
    what: "no signature of the payer",
    reason: "invalid_signature",
    message: /signature/i,
    make: async (buyer, challenge) =>
      withBytes(await buyer.sign(challenge), (bytes) =>
        bytes.fill(0, PAYER_SIGNATURE.start, PAYER_SIGNATURE.end),
      ),
  },
  {
    what: "no funds",
    byChain: true,
    reason: "insufficient_funds",
    message: /too little USDC/,
    funds: 0n,
    make: (buyer, challenge) => buyer.sign(challenge),
  },
  {
    what: "one base unit too little",
    byChain: true,
    reason: "insufficient_funds",
    message: /too little USDC/,
    funds: PRICE - 1n,
    make: (buyer, challenge) => buyer.sign(challenge),
  },
  {
    what: "no token account",
    byChain: true,
    reason: "insufficient_funds",
    message: /no USDC account/,
    funds: null,
    make: (buyer, challenge) => buyer.sign(challenge),
  },
  {
    what: "a blockhash that the chain does not know",
    byChain: true,
    reason: "expired",
    message: /blockhash/,
    make: (buyer, challenge) =>
      buyer.sign(challenge, {
        blockhash: getBase58Decoder().decode(crypto.getRandomValues(new Uint8Array(32))),
      }),
  },
  {
    what: "a second transfer",
    reason: "unsupported_payment",
    message: /Only memo and Lighthouse instructions may follow/,
    make: async (buyer, challenge) => buyer.sign(challenge, { after: [await buyer.transfer(challenge, 1n)] }),
  },
  {
    what: "a look-up table",
    reason: "unsupported_payment",
    message: /look-up tables are not accepted/,
    make: (buyer, challenge) => buyer.sign(challenge, { lookupTable: true }),
  },
  {
    what: "a durable nonce",
    reason: "unsupported_payment",
    message: /Durable nonces are not accepted/,
    make: (buyer, challenge) => buyer.sign(challenge, { durableNonce: true }),
  },
  {
    what: "a compute price above what facilitators pay",
    byChain: true,
    reason: "unsupported_payment",
    message: /fee payer pay \d+ lamports of priority fee.*5000001 micro-lamports.*paid at most/,
    make: (buyer, challenge) => buyer.sign(challenge, { computePrice: 5_000_001n }),
  },
  {
    what: "a fee payer that nobody here signs for",
    reason: "unsupported_payment",
    message: /fee payer that no facilitator here signs for/,
    make: async (buyer, challenge) =>
      buyer.sign(challenge, { feePayer: (await generateKeyPairSigner()).address }),
  },
  {
    what: "a transaction of 2 KB",
    reason: "malformed_payment",
    message: /longer than the chain takes/,
    make: async (buyer, challenge) => {
      const payment = await buyer.sign(challenge);
      return withTransaction(payment, Buffer.alloc(2_048, 1).toString("base64"));
    },
  },
  {
    what: "a transaction longer than the chain takes",
    reason: "malformed_payment",
    message: /longer than the chain takes/,
    make: (buyer, challenge) => buyer.sign(challenge, { memo: "m".repeat(850) }),
  },
  {
    what: "bytes behind the transaction",
    reason: "malformed_payment",
    message: /could not be decoded/,
    make: async (buyer, challenge) => {
      const payment = await buyer.sign(challenge);
      const bytes = Buffer.from(transactionIn(payment), "base64");
      return withTransaction(payment, Buffer.concat([bytes, Buffer.from([0])]).toString("base64"));
    },
  },
  {
    what: "an EIP-3009 payload",
    reason: "malformed_payment",
    message: /`transaction`/,
    make: async (buyer, challenge) => ({
      ...(await buyer.sign(challenge)),
      payload: { signature: "0x11", authorization: {} },
    }),
  },
];
