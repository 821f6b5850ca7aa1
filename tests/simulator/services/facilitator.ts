import { NETWORKS } from "@/lib/chains/networks";
import type { Randomness } from "@/sandbox/upstream/market/random";
import { keyOf, type Authorization, type BaseChain, type Revert } from "../chains/base";
import type { SolanaChain } from "../chains/solana";
import { completeTransfer, hashOfMessage, type SolanaKey } from "../chains/solana-transfer";
import type { Kernel } from "../kernel";
import { json, type Reply, type Server } from "./message";

const { evm, solana } = NETWORKS.testnet;

/** How long the official packages wait for a receipt before they answer that it is pending. */
const EVM_CONFIRM_MS = 15_000;
const SOLANA_CONFIRM_MS = 12_000;

/** How a facilitator may lie of a settlement: it has happened, and is told as a failure. */
export type Lie = "failed" | "failed with its transaction" | "broken";

export interface FacilitatorOptions {
  name: "primary" | "fallback";
  kernel: Kernel;
  random: Randomness;
  base: BaseChain;
  solana: SolanaChain;
  feePayer: SolanaKey;
  /** What it says instead of the truth after a settlement that succeeded; null when it is honest. */
  lie(paymentKey: string): Lie | null;
  /**
   * Which transaction it names for a settlement that it only claims: the last one that it really sent on that chain, or
   * one that there is not; null where it settles.
   */
  pretend(paymentKey: string, lastSent: string | null): string | null;
  /** It was asked about a payment that can't be made. */
  refused(paymentKey: string): void;
  /** It is asked to settle a payment. */
  settles(paymentKey: string): void;
  /** It is asked to verify a payment, and has answered too many such questions. */
  isBusy(): boolean;
  /** It is asked to verify a payment: the code by which it refuses it although it is good; null where it is honest. */
  refusesWrongly(paymentKey: string): string | null;
}

interface PaymentRequest {
  paymentPayload: { payload: Record<string, unknown> };
  paymentRequirements: { network: string; payTo: string; amount: string };
}

/** The token's refusals in the words of `@x402/evm` 2.27's exact facilitator. */
const EVM_REASONS: Readonly<Record<Revert, string>> = {
  "FiatTokenV2: invalid signature": "invalid_exact_evm_signature",
  "FiatTokenV2: authorization is used or canceled": "invalid_exact_evm_nonce_already_used",
  "FiatTokenV2: authorization is expired": "invalid_exact_evm_payload_authorization_valid_before",
  "FiatTokenV2: authorization is not yet valid": "invalid_exact_evm_payload_authorization_valid_after",
  "ERC20: transfer amount exceeds balance": "invalid_exact_evm_insufficient_balance",
};

/**
 * An x402 v2 facilitator for both chains: GET /supported, POST /verify, POST /settle, with the answers of the official
 * packages (2.27) as the sandbox's facilitators give them.
 */
export function facilitatorServer(options: FacilitatorOptions): Server {
  const { name, kernel, base, solana: chain, feePayer, lie, pretend } = options;
  /** Settlements under way by message, as the official package keeps them. */
  const settling = new Set<string>();
  let lastOnBase: string | null = null;
  let lastOnSolana: string | null = null;

  const supported = json(200, {
    kinds: [
      { x402Version: 2, scheme: "exact", network: evm.id },
      { x402Version: 2, scheme: "exact", network: solana.id, extra: { feePayer: feePayer.address } },
    ],
    extensions: [],
    signers: { "eip155:*": [], "solana:*": [feePayer.address] },
  });

  function settleEvm(request: PaymentRequest, reply: (reply: Reply) => void): void {
    const { authorization, signature } = evmForm(request);
    const payer = authorization.from;
    const failure = (errorReason: string, transaction = ""): Reply =>
      json(200, { success: false, errorReason, transaction, network: evm.id, payer });
    options.settles(keyOf(authorization));
    const refusal = base.refusalOf(authorization, signature);
    if (refusal !== null) return reply(failure(EVM_REASONS[refusal]));
    const claimed = pretend(keyOf(authorization), lastOnBase);
    if (claimed !== null && claimed !== lastOnBase) base.claim(authorization, claimed);
    if (claimed !== null)
      return reply(json(200, { success: true, transaction: claimed, network: evm.id, payer }));
    let answered = false;
    const answer = (sent: Reply): void => {
      if (!answered) reply(sent);
      answered = true;
    };
    const { hash } = base.submit(authorization, signature, name, ({ hash: transaction, succeeded }) => {
      if (!succeeded) return answer(failure("invalid_exact_evm_transaction_failed", transaction));
      const success = json(200, { success: true, transaction, network: evm.id, payer });
      answer(
        lied(lie(keyOf(authorization)), success, (reason) => failure(reason ?? "", transaction), failure),
      );
    });
    lastOnBase = hash;
    kernel.after(EVM_CONFIRM_MS, () => answer(failure("settlement_pending", hash)));
  }

  function settleSolana(request: PaymentRequest, reply: (reply: Reply) => void): void {
    const transfer = chain.transferOf(hashOfMessage(Buffer.from(solanaForm(request), "base64")));
    const failure = (errorReason: string, transaction = ""): Reply =>
      json(200, { success: false, errorReason, transaction, network: solana.id, payer: "" });
    if (transfer === undefined)
      return reply(failure("invalid_exact_svm_payload_transaction_could_not_be_decoded"));
    if (settling.has(transfer.messageHash)) return reply(failure("duplicate_settlement"));
    if (chain.refusalOf(transfer) !== null) return reply(failure("transaction_simulation_failed"));
    const claimed = pretend(transfer.messageHash, lastOnSolana);
    if (claimed !== null)
      return reply(json(200, { success: true, transaction: claimed, network: solana.id, payer: "" }));
    settling.add(transfer.messageHash);
    kernel.after(120_000, () => settling.delete(transfer.messageHash));
    let answered = false;
    const answer = (sent: Reply): void => {
      if (!answered) reply(sent);
      answered = true;
    };
    const { wire, signature } = completeTransfer(transfer, feePayer);
    lastOnSolana = signature;
    chain.submit(transfer, wire, signature, name, (landed) => {
      if (landed === null || landed.err !== null) return answer(failure("transaction_failed"));
      const success = json(200, { success: true, transaction: signature, network: solana.id, payer: "" });
      answer(
        lied(lie(transfer.messageHash), success, () => failure("transaction_failed", signature), failure),
      );
    });
    kernel.after(SOLANA_CONFIRM_MS, () => answer(failure("transaction_failed")));
  }

  function verifyEvm(request: PaymentRequest): Reply {
    const { authorization, signature } = evmForm(request);
    const refusal = base.refusalOf(authorization, signature);
    const wrongly = options.refusesWrongly(keyOf(authorization));
    if (refusal === null && wrongly !== null)
      return json(200, { isValid: false, invalidReason: wrongly, payer: authorization.from });
    if (refusal === null) return json(200, { isValid: true, payer: authorization.from });
    options.refused(keyOf(authorization));
    return json(200, { isValid: false, invalidReason: EVM_REASONS[refusal], payer: authorization.from });
  }

  function verifySolana(request: PaymentRequest): Reply {
    const transfer = chain.transferOf(hashOfMessage(Buffer.from(solanaForm(request), "base64")));
    const refuse = (invalidReason: string, invalidMessage = ""): Reply =>
      json(200, { isValid: false, invalidReason, invalidMessage, payer: "" });
    if (transfer === undefined) return refuse("invalid_exact_svm_payload_transaction_could_not_be_decoded");
    if (transfer.feePayer !== feePayer.address) return refuse("fee_payer_not_managed_by_facilitator");
    const refusal = chain.refusalOf(transfer);
    if (refusal === null) return json(200, { isValid: true, payer: "" });
    options.refused(transfer.messageHash);
    return refuse("transaction_simulation_failed", `Simulation failed: ${JSON.stringify(refusal)}`);
  }

  return ({ method, path, body }, reply) => {
    if (method === "GET" && path === "/supported") return reply(supported);
    const request = JSON.parse(body) as PaymentRequest; // the till's own request
    const onEvm = request.paymentRequirements.network === evm.id;
    if (path === "/verify" && options.isBusy()) return reply({ status: 429, body: '{"error":"slow down"}' });
    if (path === "/verify") return reply((onEvm ? verifyEvm : verifySolana)(request));
    if (path === "/settle") return (onEvm ? settleEvm : settleSolana)(request, reply);
    reply(json(404, { error: "Not found" }));
  };
}

/** What the till sends of a payment on Base. */
const evmForm = ({ paymentPayload }: PaymentRequest) =>
  paymentPayload.payload as { authorization: Authorization; signature: string };

const solanaForm = ({ paymentPayload }: PaymentRequest): string => String(paymentPayload.payload.transaction);

/** The answer to a settlement that succeeded, as an honest facilitator or this kind of liar gives it. */
function lied(
  lie: Lie | null,
  truth: Reply,
  withTransaction: (reason?: string) => Reply,
  failure: (reason: string) => Reply,
): Reply {
  switch (lie) {
    case null:
      return truth;
    case "failed":
      return failure("unexpected_settle_error");
    case "failed with its transaction":
      return withTransaction("settlement_pending");
    case "broken":
      return { status: 502, body: "<html>Bad gateway</html>" };
  }
}
