"use client";

import Link from "next/link";
import { useState } from "react";
import { askFree } from "@/components/reading/ask-free";
import { Button, buttonLook } from "@/components/ui/button";
import { describedBy, Field, Input, Textarea } from "@/components/ui/field";
import type { FoundWallet } from "@/lib/buying/wallets";
import { MAX_DESCRIPTION, MAX_NAME } from "@/lib/identity/limits/vocabulary";
import { agentPage } from "../addresses";
import { readRegistered } from "../own-answers";
import { Refused, useWork } from "../use-work";
import { WalletChoice } from "../wallet-choice";
import { WorkNote } from "../work-note";
import { AGENT_FIELDS, type AgentField, bodyOfAgent, EMPTY_AGENT, problemsOfAgent } from "./draft";

const fieldId = (name: AgentField): string => `agent-${name}`;

/** Registers an agent by its public addresses. Nothing is proved by it: that comes next, on the agent's page. */
export function RegisterForm({ path }: { path: string }) {
  const [draft, setDraft] = useState(EMPTY_AGENT);
  const [left, setLeft] = useState<ReadonlySet<AgentField>>(new Set());
  const [id, setId] = useState<string | null>(null);
  const { work, run } = useWork();
  const problems = problemsOfAgent(draft);
  const busy = work.at === "busy";

  function register(): void {
    setLeft(new Set(AGENT_FIELDS));
    const wrong = AGENT_FIELDS.find((name) => problems[name] !== null);
    if (wrong !== undefined) return document.getElementById(fieldId(wrong))?.focus();
    void run(async (tell) => {
      tell("Registering…");
      setId(null);
      const found = await askFree(path, readRegistered, {}, bodyOfAgent(draft));
      if (found.state === "failed") throw new Refused("Not registered", found.why);
      const { agent } = found.value;
      setId(agent.id);
      return {
        title: "Registered",
        text: `It is known as ${agent.id} from now on. Whoever registers proves nothing: prove its wallets next.`,
      };
    });
  }

  const take = (name: "solAddress" | "evmAddress") => (wallet: FoundWallet) =>
    void run(async (tell) => {
      tell("Asking the wallet for an account…");
      const { address } = await wallet.account();
      setDraft((now) => ({ ...now, [name]: address }));
      return { title: "Taken from the wallet", text: address };
    });

  /** What every control of the form has. */
  const control = (name: AgentField) => {
    const error = left.has(name) || draft[name].length > 100 ? problems[name] : null;
    return {
      error,
      props: {
        id: fieldId(name),
        name,
        value: draft[name],
        "aria-invalid": error !== null,
        "aria-describedby": describedBy(fieldId(name), { hint: true, error: error !== null }),
        autoComplete: "off",
        spellCheck: false,
        onBlur: () => draft[name] !== "" && setLeft(new Set([...left, name])),
        onChange: ({ target: { value } }: { target: { value: string } }) =>
          setDraft({ ...draft, [name]: value }),
      },
    };
  };
  const [sol, evm, name, description] = [
    control("solAddress"),
    control("evmAddress"),
    control("name"),
    control("description"),
  ];

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        register();
      }}
      className="grid max-w-2xl min-w-0 grid-cols-[minmax(0,1fr)] gap-5 rounded-xl border border-rule bg-panel p-5"
    >
      <Field
        id={fieldId("solAddress")}
        label="Solana address"
        optional
        hint="Public for good. Never a secret key or a seed phrase."
        error={sol.error}
      >
        <Input type="text" autoCapitalize="none" {...sol.props} />
        <WalletChoice
          family="solana"
          label="Take it from a Solana wallet"
          verb="Take it from"
          busy={busy}
          onChoose={take("solAddress")}
        />
      </Field>
      <Field
        id={fieldId("evmAddress")}
        label="EVM address"
        optional
        hint="At least one of both. The registry on chain takes the EVM address."
        error={evm.error}
      >
        <Input type="text" autoCapitalize="none" {...evm.props} />
        <WalletChoice
          family="evm"
          label="Take it from an Ethereum wallet"
          verb="Take it from"
          busy={busy}
          onChoose={take("evmAddress")}
        />
      </Field>
      <Field
        id={fieldId("name")}
        label="Name"
        optional
        hint={`Up to ${MAX_NAME} characters; from the address where it is left out.`}
        error={name.error}
      >
        <Input type="text" {...name.props} />
      </Field>
      <Field
        id={fieldId("description")}
        label="What it is for"
        optional
        hint={`A line of up to ${MAX_DESCRIPTION} characters.`}
        error={description.error}
      >
        <Textarea rows={2} {...description.props} />
      </Field>
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          Register, free
        </Button>
      </div>
      <WorkNote work={work} />
      {id !== null && (
        <p>
          <Link href={agentPage(id)} prefetch={false} className={buttonLook("secondary")}>
            To its page, to prove its wallets
          </Link>
        </p>
      )}
    </form>
  );
}
