import type { PaymentPayload } from "@x402/core/types";
import * as z from "zod";
import type { BaseUnits } from "@/lib/catalog/money";
import { bytesToBase64 } from "@/lib/http/base64";
import { readTransaction, refuseNewVersion, type SolanaTransaction } from "@/lib/chains/solana-transaction";
import { amountIn } from "../solana-transfer";
import { associatedAccount } from "@/lib/chains/associated-account";
import { pickOwnToken } from "@/lib/payments/rails/transfer-form";
import { type Objection, PaymentRefused, REASONS, type Reason } from "@/lib/payments/outcome/reasons";
import type { OwnToken } from "@/lib/payments/token/own-token";
import { expiryOf, isQuoteOf, lastLanding } from "@/lib/payments/token/quote";
import { TERMS } from "@/lib/payments/token/terms";
import type { Payment, TokenPaid } from "../rail";
import { refusing } from "../refusing";
import { readExtras } from "../x402/header";

/** A payment in the own token: one transaction that burns and pays, signed in full by its payer, for us to send. */
export interface TokenPayment extends Payment {
  rail: "own-token";
  token: TokenPaid;
  landsBy: number;
  settings: OwnToken;
  /** The transaction, base64. */
  wire: string;
  /** Its id. */
  transaction: string;
  /** The payer's token account, and the treasury's. */
  source: string;
  treasuryAccount: string;
}

/** The chain takes 1232 bytes at most, which is so much in base64. */
const MAX_BASE64 = 1_644;

const Form = z.strictObject({ transaction: z.string().min(1) });

const units = z
  .string()
  .regex(/^[1-9]\d{0,19}$/)
  .transform(BigInt);

/** What the offer that the client echoes says of its quote; the quote's id decides whether it is true. */
const Quoted = z.object({
  scheme: z.literal("exact"),
  amount: units,
  payTo: z.string(),
  extra: z.object({
    quoteId: z.string(),
    merchantId: z.string().max(40),
    burn: units,
    wallet: z.string().max(64).optional(),
  }),
});

/** The two instructions that act, with their accounts by name. */
interface Acts {
  burn: { source: string; mint: string; authority: string; amount: bigint; decimals: number };
  transfer: {
    source: string;
    mint: string;
    destination: string;
    authority: string;
    amount: bigint;
    decimals: number;
  };
}

const BURN_ACCOUNTS = 3;
const TRANSFER_ACCOUNTS = 4;
const DECIMALS_AT = 9;

function readActs({ instructions, account }: SolanaTransaction, program: string): Acts {
  const { burn, transfer } = pickOwnToken(instructions, program);
  // More of them are the signers of a multisig, or what a hook asks for.
  if (burn.accounts.length !== BURN_ACCOUNTS || transfer.accounts.length !== TRANSFER_ACCOUNTS)
    throw new PaymentRefused(
      "unsupported_payment",
      "BurnChecked and TransferChecked must name their own accounts and no others; multisigs are not accepted.",
    );
  const [burnSource, burnMint, burnAuthority] = burn.accounts.map(account);
  const [source, mint, destination, authority] = transfer.accounts.map(account);
  const named = (address: string | undefined): string => address ?? "";
  return {
    burn: {
      ...{ source: named(burnSource), mint: named(burnMint), authority: named(burnAuthority) },
      ...{ amount: amountIn(burn), decimals: burn.data[DECIMALS_AT] ?? -1 },
    },
    transfer: {
      ...{ source: named(source), mint: named(mint), destination: named(destination) },
      ...{
        authority: named(authority),
        amount: amountIn(transfer),
        decimals: transfer.data[DECIMALS_AT] ?? -1,
      },
    },
  };
}

/** What it takes asynchronous work to know of a transaction. */
interface Facts {
  payerAccount: string;
  treasuryAccount: string;
  isFullySigned: boolean;
}

type Quoted = z.output<typeof Quoted>;

const object = (reason: Reason, message: string): Objection => ({ reason, message });

/** What is wrong with the quote, as one of ours for this route and this payer. */
function judgeQuote(quoted: Quoted, token: OwnToken, network: string, route: string, payer: string) {
  const { extra, amount, payTo } = quoted;
  if (payTo !== token.treasury)
    return object("wrong_recipient", `The recipient is ${token.treasury}. Sign the offer as it stands.`);
  const { quoteId, merchantId, burn, wallet = null } = extra;
  const terms = { network, token, merchantId, route, amounts: { gross: amount, burn }, wallet };
  if (!isQuoteOf(token.secrets, quoteId, terms))
    return object(
      "payment_rejected",
      "The quote is not of this offer: it was made for another route, or elsewhere, or something in the offer was changed. Ask this route for a challenge and pay that as it stands.",
    );
  if (wallet !== null && wallet !== payer)
    return object(
      "payment_rejected",
      `The quote is for the wallet ${wallet} alone. Ask for one of your own.`,
    );
  return null;
}

/** What is wrong with what is paid in. */
function judgeMints({ burn, transfer }: Acts, token: OwnToken): Objection | null {
  const other = [burn.mint, transfer.mint].find((mint) => mint !== token.mint);
  if (other !== undefined)
    return object(
      "unsupported_payment",
      `The transaction moves ${other}, not ${token.symbol}. Pay ${token.mint}.`,
    );
  return null;
}

/** What is wrong with who pays, and from where. */
function judgePayer({ burn, transfer }: Acts, { feePayer }: SolanaTransaction, { payerAccount }: Facts) {
  if (burn.authority !== feePayer || transfer.authority !== feePayer)
    return object(
      "unsupported_payment",
      "The wallet that pays must be the transaction's fee payer, and sign burn and transfer itself.",
    );
  if (burn.source !== payerAccount || transfer.source !== payerAccount)
    return object(
      "unsupported_payment",
      `The transaction pays from ${transfer.source}. Pay from the wallet's own associated token account, ${payerAccount}; delegates are not accepted.`,
    );
  return null;
}

/** What is wrong with what burn and transfer move. */
function judgeActs(
  { burn, transfer }: Acts,
  { amount, extra }: Quoted,
  token: OwnToken,
  { treasuryAccount }: Facts,
) {
  if (burn.decimals !== token.decimals || transfer.decimals !== token.decimals)
    return object("unsupported_payment", `${token.symbol} has ${token.decimals} decimals. Sign with those.`);
  if (transfer.destination !== treasuryAccount)
    return object(
      "wrong_recipient",
      `The transaction pays ${transfer.destination}; the treasury's account is ${treasuryAccount}.`,
    );
  if (burn.amount !== extra.burn)
    return object(
      "wrong_amount",
      `The transaction burns ${burn.amount} base units; the quote asks for ${extra.burn}.`,
    );
  const kept = amount - extra.burn;
  if (transfer.amount !== kept)
    return object(
      "wrong_amount",
      `The transaction pays ${transfer.amount} base units; the quote asks for ${kept}.`,
    );
  return null;
}

function readForm(received: PaymentPayload): SolanaTransaction {
  const form = Form.safeParse(received.payload);
  if (form.success) refusing(() => refuseNewVersion(form.data.transaction));
  if (!form.success || form.data.transaction.length > MAX_BASE64)
    throw new PaymentRefused(
      "malformed_payment",
      "The payload must be one member, `transaction`: the signed transaction in base64, 1232 bytes at most.",
    );
  return refusing(() => readTransaction(form.data.transaction));
}

/**
 * Our strict reading of a payment in the own token. Every instruction is judged here, and what its offer says is believed
 * only as far as the quote's id binds it. Throws PaymentRefused where the transaction is not of the one form that is taken.
 */
export async function readTokenPayment(
  received: PaymentPayload,
  token: OwnToken,
  network: string,
  listPrice: BaseUnits,
): Promise<TokenPayment> {
  const parsed = Quoted.safeParse(received.accepted);
  const expiry = parsed.success ? expiryOf(parsed.data.extra.quoteId) : null;
  if (!parsed.success || expiry === null || parsed.data.extra.burn > parsed.data.amount)
    throw new PaymentRefused(
      "malformed_payment",
      `\`accepted\` is no offer in ${token.symbol}: it must be that of a 402, or of a preview, as it stands.`,
    );
  const quoted = parsed.data;
  const signed = readForm(received);
  const acts = refusing(() => readActs(signed, token.program));
  const payer = signed.feePayer;
  const [messageHash, payerAccount, treasuryAccount, isFullySigned] = await Promise.all([
    signed.messageHash(),
    associatedAccount(payer, token.mint, token.program),
    associatedAccount(token.treasury, token.mint, token.program),
    signed.isFullySigned(),
  ]);
  const facts: Facts = { payerAccount, treasuryAccount, isFullySigned };
  const { quoteId, burn } = quoted.extra;
  const transaction = signed.transaction ?? "";
  return {
    ...{ rail: "own-token", network, payer, knownBy: "signature", isChallenged: false, stray: null },
    key: `${network}:${messageHash}`.toLowerCase(),
    amount: String(quoted.amount),
    token: {
      ...{
        asset: token.mint,
        transaction,
        burn: String(burn),
        kept: String(quoted.amount - burn),
        listPrice,
      },
      worth: String((listPrice * (100 - TERMS.discountPct)) / 100),
    },
    landsBy: lastLanding(expiry),
    ...readExtras(received),
    objectionToQuote: (route) => judgeQuote(quoted, token, network, route, payer),
    objection: (now) =>
      judgeMints(acts, token) ??
      judgePayer(acts, signed, facts) ??
      judgeActs(acts, quoted, token, facts) ??
      (signed.memos.includes(quoteId)
        ? null
        : object(
            "payment_rejected",
            "The transaction lacks the memo of its quote: one whose text is the quoteId.",
          )) ??
      (isFullySigned ? null : object("invalid_signature", REASONS.invalid_signature)) ??
      (now.getTime() > expiry
        ? object("expired", "The quote has run out. Ask for a new one and pay that.")
        : null),
    evidence: {
      messageHash,
      tokenAccount: acts.transfer.source,
      blockhash: signed.blockhash,
      transaction,
      memo: quoteId,
    },
    settings: token,
    wire: bytesToBase64(signed.wire),
    transaction,
    source: payerAccount,
    treasuryAccount,
  };
}
