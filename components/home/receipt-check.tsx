"use client";

import Link from "next/link";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Facts } from "@/components/pay/purchase/facts";
import { askFree } from "@/components/reading/ask-free";
import { UNCHECKED } from "@/components/reading/unchecked-signature";
import { Badge, type Tone } from "@/components/ui/badge";
import { Field, Textarea } from "@/components/ui/field";
import { chainOf, explorerLink } from "@/lib/buying/chains";
import { type CheckedReceipt, checkReceipt, type SignedSale } from "@/lib/buying/signed-receipt";
import { spendingIn } from "@/lib/buying/spending";
import { baseUnits, formatUsd } from "@/lib/catalog/money";
import { isRecord } from "@/lib/is-record";

const KEYS_PATH = "/.well-known/jwks.json";

/** Reads again where another tab bought something. */
function onStorage(tell: () => void): () => void {
  window.addEventListener("storage", tell);
  return () => window.removeEventListener("storage", tell);
}

/** The newest signed receipt that this browser keeps, or null. */
function lastReceipt(): string | null {
  try {
    const list = spendingIn(window.localStorage, () => Date.now()).list();
    return list.findLast(({ receipt }) => receipt !== null)?.receipt ?? null;
  } catch {
    return null; // a browser that lets no site keep anything has kept no receipt
  }
}

type Checked = CheckedReceipt | { verdict: "no_keys" };

async function check(text: string): Promise<Checked> {
  const keys = await askFree(KEYS_PATH, (body) => (isRecord(body) ? body : null));
  return keys.state === "read" ? checkReceipt(text, keys.value) : { verdict: "no_keys" };
}

const WORDS: Readonly<Record<Checked["verdict"], { tone: Tone; label: string; text: string }>> = {
  genuine: {
    tone: "good",
    label: "Signed by this service",
    text: "Checked in this browser, with the key that the service publishes.",
  },
  forged: {
    tone: "bad",
    label: "Signature does not fit",
    text: "This text was changed after it was signed, or never signed by this service. What it says is not shown.",
  },
  unknown_key: {
    tone: "warn",
    label: "Unknown key",
    text: "It is signed by a key that this service does not publish. What it says is not shown.",
  },
  unreadable: {
    tone: "warn",
    label: "No receipt",
    text: "This is not a signed receipt. Paste the three parts with their dots, or the whole PAYMENT-RESPONSE header.",
  },
  ...UNCHECKED,
};

function paidIn({ amount, asset, network }: SignedSale): string {
  if (amount === null) return "not told";
  const isUsdc = asset?.toLowerCase() === chainOf(network)?.usdc.toLowerCase();
  return isUsdc && /^\d{1,15}$/.test(amount)
    ? `${formatUsd(baseUnits(Number(amount))).slice(1)} USDC`
    : `${amount} base units of ${asset ?? "an asset that is not told"}`;
}

function Sale({ sale }: { sale: SignedSale }) {
  const { resourceUrl, network, payer, transaction, issuedAt } = sale;
  const link = transaction === null ? null : explorerLink(network, transaction);
  return (
    <>
      <Facts
        rows={[
          ["Bought", resourceUrl],
          ["Paid", paidIn(sale)],
          ["Network", chainOf(network)?.name ?? network],
          ["From", payer],
          ["Issued", `${issuedAt.toISOString().slice(0, 16).replace("T", " ")} UTC`],
          ["Transaction", transaction ?? "not seen on its chain yet when this was signed"],
        ]}
      />
      {link !== null && (
        <a href={link} target="_blank" rel="noopener noreferrer" className="link text-sm">
          The transaction at the chain&rsquo;s explorer
        </a>
      )}
    </>
  );
}

/** A receipt of a real sale: this browser's last, or one that is pasted; each is checked here before it is shown. */
export function ReceiptCheck() {
  const own = useSyncExternalStore(onStorage, lastReceipt, () => null);
  const [pasted, setPasted] = useState("");
  const text = pasted.trim() === "" ? own : pasted;
  const [last, setLast] = useState<{ of: string; checked: Checked } | null>(null);
  useEffect(() => {
    if (text === null) return;
    let isWanted = true;
    void check(text).then((checked) => {
      if (isWanted) setLast({ of: text, checked });
    });
    return () => {
      isWanted = false;
    };
  }, [text]);
  const checked = last !== null && last.of === text ? last.checked : null;
  return (
    <div className="grid gap-x-14 gap-y-6 lg:grid-cols-2" data-twin="skip">
      <div role="status" aria-label="Receipt" className="min-w-0">
        {text === null ? (
          <p className="text-muted">
            This browser keeps no receipt yet.{" "}
            <Link href="/desks" prefetch={false} className="link">
              Buy one answer
            </Link>
            , and its receipt stands here; or paste one. A receipt names its payer, so that nobody
            else&rsquo;s is shown to you.
          </p>
        ) : checked === null ? (
          <Badge tone="unknown">Checking the signature</Badge>
        ) : (
          <>
            <p className="mb-2 text-note text-muted">
              {text === own ? "Of the last answer that this browser bought." : "The one that you pasted."}
            </p>
            <Badge tone={WORDS[checked.verdict].tone}>{WORDS[checked.verdict].label}</Badge>
            {checked.verdict === "genuine" && <Sale sale={checked.sale} />}
            <p className="mt-3 text-note text-muted">{WORDS[checked.verdict].text}</p>
          </>
        )}
        <p className="mt-3 text-sm">
          <Link href="/docs/receipts" prefetch={false} className="link">
            What a receipt proves, and how to check it yourself
          </Link>
        </p>
      </div>
      <Field
        id="receipt-text"
        label="Check a receipt"
        hint="A signed receipt, or the PAYMENT-RESPONSE header of an answer. It is checked here and sent nowhere."
      >
        <Textarea
          id="receipt-text"
          rows={3}
          value={pasted}
          spellCheck={false}
          autoComplete="off"
          aria-describedby="receipt-text-hint"
          onChange={({ target }) => setPasted(target.value)}
        />
      </Field>
    </div>
  );
}
