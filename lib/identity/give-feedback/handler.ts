import { getAddress } from "viem/utils";
import type * as z from "zod";
import type { CallContext, Handler, HandlerResult, Reservation } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { invalidRequest } from "@/lib/http/body";
import { randomHex } from "@/lib/http/digest";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { PROOF_REMEMBERED_SEC, proofUsed } from "@/lib/payments/wallet-proof/consume";
import type { WalletProof } from "@/lib/payments/wallet-proof/read";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { registryNode } from "../erc8004/node";
import { type Registry, registry } from "../erc8004/registry";
import type { FeedbackFile } from "../feedback/answer";
import { bytesOf, feedbackIdOf, feedbackUrl, readKept } from "../feedback/file";
import { readDescription } from "../names";
import { readOwnProof } from "../own-proof";
import { proofResourceAtOnce } from "../proof-resource";
import { refuseSecrets } from "../refuse-secrets";
import type { GiveFeedbackAnswer } from "./answer";
import { type Backed, backedBySale, backedByTransfer, type Backing } from "./backing";
import { giveFeedbackEntry } from "./entry";
import { callOf, fileOf } from "./on-chain";
import { isItsOwn, peer, type Rated, thisService } from "./rated";
import { type Refusal, REFUSALS, WARNING } from "./words";

type Input = z.output<typeof giveFeedbackEntry.input>;
type Result = HandlerResult<GiveFeedbackAnswer>;

/** Seconds until a payment that is not final is worth another look. */
const LOOK_AGAIN_SEC = "5";

const refuse = (reason: Refusal): Result => ({
  answer: { ok: false, state: "refused", reason, warning: WARNING, message: REFUSALS[reason] },
  ...{ effects: [], status: 422 },
});

/** A Solana payer has no wallet on Base that we know of. */
const noClient = (): ApiError =>
  invalidRequest([
    { path: "clientAddress", message: "is needed: a Solana wallet paid, and the registry is on Base" },
  ]);

const isOnSolana = ({ payment, transaction = "0x" }: Input): boolean =>
  payment === undefined ? !transaction.startsWith("0x") : payment.startsWith("solana:");

/**
 * What the caller wants, before anything is looked up or signed for. Throws ApiError 400, and 404 where this service can't be
 * rated by anybody.
 */
function readWish(input: Input): { text: string } {
  const { payment, agent, transaction, text, tag, clientAddress } = input;
  if (
    (payment === undefined) === (agent === undefined) ||
    (agent === undefined) !== (transaction === undefined)
  )
    throw invalidRequest([
      {
        path: "",
        message: "Send `payment` to rate this service, or `agent` with `transaction` to rate another.",
      },
    ]);
  refuseSecrets({ text, tag });
  if (clientAddress === undefined && isOnSolana(input)) throw noClient();
  if (agent === undefined) thisService();
  return { text: readDescription(text ?? "") };
}

/** Nothing is looked up, so that nobody learns of a payment by asking. */
async function askConsent(input: Input): Promise<Result> {
  const sign = proofResourceAtOnce(giveFeedbackEntry, { ...input, publish: true });
  return {
    answer: {
      ...{ ok: false, state: "consent", warning: WARNING, sign },
      message:
        "Nothing is written yet. If you want that shown, send the same body with `publish: true` and SIGN-IN-WITH-X of the paying wallet, whose resources hold `sign`.",
    },
    effects: [],
  };
}

/** The wallet that gives the feedback on chain. Throws ApiError 400 where a Solana wallet names none. */
function clientOf({ clientAddress }: Input, payer: string): `0x${string}` {
  const client = clientAddress ?? (payer.startsWith("0x") ? payer : undefined);
  if (client !== undefined) return getAddress(client.toLowerCase());
  throw noClient();
}

/** What is kept under an id, and whether the sign-in was used. */
async function look(id: string, { address, nonce }: WalletProof) {
  const [kept, used] = await fromLedger(
    Promise.resolve().then(() => {
      const pipeline = ledgerStore().pipeline();
      pipeline.get(keys.agentFeedback(id));
      pipeline.get(keys.proofNonce(address, nonce));
      return pipeline.exec<unknown[]>();
    }),
  );
  return { kept: readKept(kept), isUsed: typeof used === "string" };
}

const ofNoMoment = (file: FeedbackFile): string => bytesOf({ ...file, createdAt: "" });

/**
 * The file as it was written before, null where it is still to be written. Throws ApiError 409 where this payment backs
 * another one, and 400 for a sign-in that was used.
 */
async function writtenBefore(
  id: string,
  wanted: FeedbackFile,
  proof: WalletProof,
): Promise<FeedbackFile | null> {
  const { kept, isUsed } = await look(id, proof);
  if (kept === null) {
    if (isUsed) throw proofUsed();
    return null;
  }
  if (kept.kind === "file" && ofNoMoment(kept.file) === ofNoMoment(wanted)) return kept.file;
  throw new ApiError(
    "already_taken",
    kept.kind === "file"
      ? `This payment backs other feedback already, which can't be changed: ${feedbackUrl(id)}`
      : "This payment's feedback was taken down.",
  );
}

const reservations = (id: string, file: FeedbackFile, { address, nonce }: WalletProof): Reservation[] => [
  {
    ...{
      key: keys.proofNonce(address, nonce),
      value: randomHex(8),
      ttlSec: PROOF_REMEMBERED_SEC,
      again: true,
    },
    taken: "This sign-in is being used. Send the same request again.",
  },
  {
    ...{ key: keys.agentFeedback(id), value: bytesOf(file), again: true },
    taken: "Feedback of this payment is being written. Send the same request again.",
  },
];

async function write(
  input: Input,
  text: string,
  rated: Rated,
  { backing, proof, of }: { backing: Backing; proof: WalletProof; of: Registry },
  context: CallContext,
): Promise<Result> {
  const client = clientOf(input, proof.address);
  const callRpc = await registryNode(of, context.signal);
  const wallets = [backing.payer, client.toLowerCase()];
  const [isOwn, holds] = await Promise.all([isItsOwn(callRpc, of, rated, wallets), rated.holds(callRpc, of)]);
  if (isOwn === null || !holds) return refuse("not_on_chain");
  if (isOwn) return refuse("own_agent");
  const { agentId } = rated;
  const id = await feedbackIdOf(backing.key);
  const wanted = fileOf(input, text, { backing, agentId, client, of, now: context.now });
  const before = await writtenBefore(id, wanted, proof);
  const file = before ?? wanted;
  const uri = feedbackUrl(id);
  const { hash, call } = await callOf(file, client, uri, of, context.signal);
  return {
    answer: {
      ...{ ok: true, state: "ready", warning: WARNING, feedbackId: id, feedbackUri: uri, feedbackHash: hash },
      ...{ file, call },
      message: `The file is written. To have it count, ${client} sends this call on chain ${of.chainId}.`,
    },
    effects: [],
    ...(before === null && { reserve: reservations(id, wanted, proof) }),
  };
}

const backedFor = (
  { payment, transaction }: Input,
  payer: string,
  { wallets }: Rated,
  signal: AbortSignal,
): Promise<Backed> =>
  payment === undefined
    ? backedByTransfer(transaction ?? "", payer, wallets, signal)
    : backedBySale(payment, payer, signal);

/**
 * `POST /api/agent-identity-feedback`. Without consent it only says what would be shown. With it, the paying wallet's sign-in
 * for this very request has the file written, once a payment. Answers 202 and 422 as its entry says. Throws ApiError 400,
 * 403, 404, 409 and 503.
 */
export const giveFeedback: Handler<typeof giveFeedbackEntry> = async (input, context) => {
  const { text } = readWish(input);
  if (input.publish !== true) return askConsent(input);
  const proof = await readOwnProof(giveFeedbackEntry, input, context);
  if (proof === null)
    throw new ApiError(
      "not_owner",
      `Prove that the payment is yours: SIGN-IN-WITH-X of the paying wallet, whose resources hold ${proofResourceAtOnce(giveFeedbackEntry, input)}.`,
    );
  const of = registry();
  const rated = input.agent === undefined ? thisService() : await peer(input.agent, of);
  if (rated === null) return refuse("not_on_chain");
  const backed = await backedFor(input, proof.address, rated, context.signal);
  if (backed.kind === "refused") return refuse(backed.reason);
  if (backed.kind === "backed") return write(input, text, rated, { backing: backed, proof, of }, context);
  return {
    answer: {
      ...{ ok: false, state: "pending", warning: WARNING },
      message: `The payment backs nothing yet: ${backed.why}. Send the same request again.`,
    },
    ...{ effects: [], status: 202, headers: { "retry-after": LOOK_AGAIN_SEC } },
  };
};
