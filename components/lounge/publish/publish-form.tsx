"use client";

import { useState } from "react";
import { describedBy, Field, Input, Select, Textarea } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { isRecord } from "@/lib/is-record";
import { MAX_CATEGORIES, MAX_SUMMARY, MAX_TITLE, SIGNAL_ID } from "@/lib/lounge/limits/vocabulary";
import { signalPage } from "../addresses";
import { PayStep } from "../pay-step";
import type { SoldRoute } from "../routes";
import {
  bodyOf,
  countedLength,
  type Draft,
  DRAFT_FIELDS,
  type DraftField,
  EMPTY_DRAFT,
  problemsOf,
  publishedOf,
} from "./draft";
import { Preview } from "./preview";
import { type CreatorSignature, SignAsCreator } from "./sign-as-creator";

/** What is left of a creator's signature that still holds when a payment is agreed to, signed and settled. */
const NEEDED_MS = 2.5 * 60_000;

const fieldId = (name: DraftField): string => `publish-${name}`;

/** The id in the answer of a publication; null for what is none. */
function idIn(text: string): string | null {
  try {
    const answer: unknown = JSON.parse(text);
    return isRecord(answer) && typeof answer.id === "string" && SIGNAL_ID.test(answer.id) ? answer.id : null;
  } catch {
    return null; // the buy step shows what came in its place
  }
}

/** Enters a signal, shows beside it what becomes public, and publishes it. */
export function PublishForm({ route }: { route: SoldRoute }) {
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const [left, setLeft] = useState<ReadonlySet<DraftField>>(new Set());
  const [id, setId] = useState<string | null>(null);
  const [signature, setSignature] = useState<CreatorSignature | null>(null);
  const [isLate, setIsLate] = useState(false);
  const published = publishedOf(draft);
  const problems = problemsOf(draft);

  /** Shows what is wrong, puts the writer there, and says whether the request may go. */
  function check(): boolean {
    setLeft(new Set(DRAFT_FIELDS));
    const wrong = DRAFT_FIELDS.find((name) => problems[name] !== null);
    if (wrong !== undefined) document.getElementById(fieldId(wrong))?.focus();
    return wrong === undefined;
  }

  function showPublished(text: string): boolean {
    const named = idIn(text);
    setId(named);
    return named !== null;
  }

  const body = JSON.stringify(bodyOf(draft));
  // What was signed for another text proves nothing of this one.
  const signed = signature?.of === body ? signature : null;

  /** A signature that has run out would cost its creator the proof. */
  function checkToBuy(): boolean {
    const late = signed !== null && signed.until - Date.now() < NEEDED_MS;
    setIsLate(late);
    if (late) setSignature(null);
    return !late && check();
  }

  /** What every control of the form has. */
  const control = (name: DraftField) => {
    const error = left.has(name) ? problems[name] : null;
    return {
      error,
      props: {
        id: fieldId(name),
        name,
        value: draft[name],
        "aria-required": true,
        "aria-invalid": error !== null,
        "aria-describedby": describedBy(fieldId(name), { hint: true, error: error !== null }),
        autoComplete: "off",
        onBlur: () => setLeft(new Set([...left, name])),
        onChange: ({ target: { value } }: { target: { value: string } }) =>
          setDraft(
            name === "creatorChain"
              ? { ...draft, creatorChain: value === "sol" ? "sol" : "evm" }
              : { ...draft, [name]: value },
          ),
      },
    };
  };
  const [title, summary, categories, chain, wallet] = [
    control("title"),
    control("summary"),
    control("categories"),
    control("creatorChain"),
    control("creatorWallet"),
  ];

  return (
    <div className="grid min-w-0 items-start gap-x-10 gap-y-10 lg:grid-cols-[minmax(0,6fr)_minmax(0,6fr)]">
      <form
        noValidate
        onSubmit={(event) => event.preventDefault()}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 rounded-xl border border-rule bg-panel p-5"
      >
        <Field
          id={fieldId("title")}
          label="Title"
          hint={<>Everybody reads it. {counted(draft.title, published.title, MAX_TITLE)}</>}
          error={title.error}
        >
          <Input type="text" {...title.props} />
        </Field>
        <Field
          id={fieldId("summary")}
          label="Text"
          hint={
            <>
              Sold, but for its beginning, which is the teaser.{" "}
              {counted(draft.summary, published.summary, MAX_SUMMARY)}
            </>
          }
          error={summary.error}
        >
          <Textarea rows={8} {...summary.props} />
        </Field>
        <Field
          id={fieldId("categories")}
          label="Categories"
          hint={
            <>
              Up to {MAX_CATEGORIES}, with blanks between them. One asset (btc, eth, sol, bnb) and one of
              long, short, neutral make it a call, which is scored a day later.
            </>
          }
          error={categories.error}
        >
          <Input type="text" placeholder="eth long derivatives" autoCapitalize="none" {...categories.props} />
        </Field>
        <Field
          id={fieldId("creatorChain")}
          label="Chain of the creator's wallet"
          hint="Of the wallet below, whichever chain pays."
          error={chain.error}
        >
          <Select {...chain.props}>
            <option value="evm">EVM (Base and others)</option>
            <option value="sol">Solana</option>
          </Select>
        </Field>
        <Field
          id={fieldId("creatorWallet")}
          label="Creator's wallet"
          hint="Public for good. Pay from it, or sign with it below, and it counts as proved."
          error={wallet.error}
        >
          <Input type="text" spellCheck={false} autoCapitalize="none" {...wallet.props} />
        </Field>
        <SignAsCreator
          path={route.path}
          body={body}
          creator={{ wallet: draft.creatorWallet, chain: draft.creatorChain }}
          check={check}
          isSigned={signed !== null}
          onSigned={(one) => {
            setSignature(one);
            setIsLate(false);
          }}
        />
        {isLate && (
          <Notice kind="warn" title="The creator's signature has run out">
            Nothing was paid. Sign again as the creator, or buy without: the signal then says that its creator
            is not proved.
          </Notice>
        )}
        <PayStep
          route={route}
          body={body}
          proof={signed ?? undefined}
          check={checkToBuy}
          onBought={showPublished}
        />
        <div aria-live="polite" className="empty:hidden">
          {id !== null && (
            <Notice kind="good" title="Published">
              <a href={signalPage(id)} className="link figures wrap-anywhere">
                {id}
              </a>{" "}
              stands on the feed. Its certificate is in the log&rsquo;s tree in about a minute.
              {draft.creatorChain === "sol" && (
                <>
                  {" "}
                  With the creator&rsquo;s wallet you can{" "}
                  <a href={`${signalPage(id)}#certificate`} className="link">
                    mint it
                  </a>
                  .
                </>
              )}
            </Notice>
          )}
        </div>
      </form>
      <Preview published={published} />
    </div>
  );
}

/** How much of a limit is used, as the service counts. */
const counted = (raw: string, cleaned: string, most: number) => (
  <span className="figures whitespace-nowrap">
    {countedLength(raw, cleaned)} of {most}
  </span>
);
