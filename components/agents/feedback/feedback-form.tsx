"use client";

import { useSearchParams } from "next/navigation";
import { Suspense, useState } from "react";
import { Facts, Hash } from "@/components/lounge/facts";
import { Waiting } from "@/components/reading/reading-state";
import { Button } from "@/components/ui/button";
import { Checkbox, Field, Input, Textarea } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { FoundWallet } from "@/lib/buying/wallets";
import type { GiveFeedbackAnswer } from "@/lib/identity/give-feedback/answer";
import { AGENT_ID, MAX_DESCRIPTION } from "@/lib/identity/limits/vocabulary";
import type { AgentRoutes } from "../routes";
import { useDraft } from "../use-draft";
import { useWork } from "../use-work";
import { WalletChoice } from "../wallet-choice";
import { WorkNote } from "../work-note";
import { bodyOfFeedback, chainOf, EMPTY_FEEDBACK, FEEDBACK_FIELDS, problemsOfFeedback } from "./draft";
import { askConsent, publish, sendFeedback } from "./give";

/** Rates an agent on chain with a payment as proof. Nothing is written before the warning was read and agreed to. */
export const FeedbackRoom = ({ routes }: { routes: AgentRoutes }) => (
  <Suspense fallback={<Waiting what="the form" />}>
    <FeedbackHere routes={routes} />
  </Suspense>
);

function FeedbackHere({ routes }: { routes: AgentRoutes }) {
  const params = useSearchParams();
  const named = params?.get("agent") ?? "";
  if (params === null) return <Waiting what="the form" />;
  return <FeedbackForm key={named} routes={routes} agent={AGENT_ID.test(named) ? named : ""} />;
}

function FeedbackForm({ routes, agent }: { routes: AgentRoutes; agent: string }) {
  const { draft, check, control } = useDraft({
    ...{ prefix: "feedback", fields: FEEDBACK_FIELDS, start: { ...EMPTY_FEEDBACK, agent } },
    problemsOf: problemsOfFeedback,
  });
  // What the warning was for: with another draft it is asked for again.
  const [warned, setWarned] = useState<{ of: string; warning: string } | null>(null);
  const [written, setWritten] = useState<{ of: string; answer: GiveFeedbackAnswer } | null>(null);
  const { work, run } = useWork();
  const busy = work.at === "busy";
  const wanted = JSON.stringify(bodyOfFeedback(draft, false));
  // Only what the form still says is sent.
  const ready = written?.of === wanted ? written.answer : null;

  function show(): void {
    if (!check()) return;
    void run(async ({ tell }) => {
      tell("Asking what would be published…");
      setWritten(null);
      setWarned({ of: wanted, warning: await askConsent(routes, draft) });
      return { title: "Nothing is written yet", text: "Read what it would show, below." };
    });
  }

  const write = (wallet: FoundWallet) =>
    void run(async (working) => {
      setWritten({ of: wanted, answer: await publish(wallet, { routes, draft, working }) });
      return { title: "The file is written", text: "To have it count, send the call below." };
    });

  const send = (wallet: FoundWallet) =>
    void run(async (working) => {
      const call = ready?.call;
      if (call === undefined) return { title: "Nothing to send", text: "Write the file first." };
      return { title: "Sent", text: `The transaction is ${await sendFeedback(wallet, call, working)}.` };
    });

  const [rated, payment, value, text, client] = [
    control("agent"),
    control("payment"),
    control("value"),
    control("text"),
    control("client"),
  ];
  const isService = draft.agent.trim() === "";

  return (
    <div className="grid max-w-2xl min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          show();
        }}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 rounded-xl border border-rule bg-panel p-5"
      >
        <Field
          {...rated.field}
          label="Agent"
          optional
          hint="The id of the agent that you paid; left out, this service."
        >
          <Input type="text" {...rated.props} />
        </Field>
        <Field
          {...payment.field}
          label={isService ? "Key of the payment" : "Transaction of the payment"}
          hint={
            isService
              ? "As /api/receipt tells it of what you bought here."
              : "In USDC by x402, from your wallet to a proved one of the agent's."
          }
        >
          <Input type="text" {...payment.props} />
        </Field>
        <Field {...value.field} label="Rating" hint="0 to 100, the best.">
          <Input type="text" inputMode="numeric" {...value.props} />
        </Field>
        <Field
          {...text.field}
          label="Your words"
          optional
          hint={`A line of up to ${MAX_DESCRIPTION} characters, public for good.`}
        >
          <Textarea rows={2} {...text.props} />
        </Field>
        <Field
          {...client.field}
          label="Wallet that sends the call"
          optional
          hint="On Base; the one that paid by default. Needed where a Solana wallet paid."
        >
          <Input type="text" {...client.props} />
        </Field>
        <div>
          <Button type="submit" variant="primary" busy={busy}>
            Show what it would publish
          </Button>
        </div>
      </form>
      <WorkNote work={work} />
      {ready === null && warned !== null && warned.of === wanted && (
        <Consent
          key={warned.of}
          warning={warned.warning}
          chain={chainOf(draft)}
          busy={busy}
          onChoose={write}
        />
      )}
      {ready?.call !== undefined && (
        <section aria-labelledby="send" className="grid gap-3">
          <h2 id="send" className="text-xl font-semibold tracking-tight">
            Send it
          </h2>
          <Facts
            rows={[
              ["File", <Hash key="file">{ready.feedbackUri}</Hash>],
              ["Its hash", <Hash key="hash">{ready.feedbackHash}</Hash>],
              ["Network", `eip155:${ready.call.chainId}`],
              ["Registry", <Hash key="to">{ready.call.to}</Hash>],
              ["From", <Hash key="from">{ready.call.from}</Hash>],
              ["Moves", "nothing"],
            ]}
          />
          <WalletChoice
            family="evm"
            label="Send it with a wallet"
            verb="Send with"
            busy={busy}
            onChoose={send}
          />
        </section>
      )}
    </div>
  );
}

interface ConsentProps {
  warning: string;
  chain: "base" | "solana";
  busy: boolean;
  onChoose: (wallet: FoundWallet) => void;
}

/** The warning, a tick, and only then a wallet. */
function Consent({ warning, chain, busy, onChoose }: ConsentProps) {
  const [agreed, setAgreed] = useState(false);
  return (
    <section aria-labelledby="consent" className="grid gap-3">
      <h2 id="consent" className="text-xl font-semibold tracking-tight">
        What it would show
      </h2>
      <Notice kind="warn" title="Public, and for good">
        {warning}
      </Notice>
      <Checkbox
        label="I want that shown to everybody"
        checked={agreed}
        onChange={(event) => setAgreed(event.target.checked)}
      />
      {agreed && (
        <WalletChoice
          family={chain === "base" ? "evm" : "solana"}
          label="Sign with the wallet that paid"
          verb="Sign with"
          busy={busy}
          onChoose={onChoose}
        />
      )}
    </section>
  );
}
