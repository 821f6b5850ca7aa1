"use client";

import Link from "next/link";
import { useState } from "react";
import { askFree } from "@/components/reading/ask-free";
import { Button, buttonLook } from "@/components/ui/button";
import { Field, Input, Textarea } from "@/components/ui/field";
import type { FoundWallet } from "@/lib/buying/wallets";
import { MAX_DESCRIPTION, MAX_NAME } from "@/lib/identity/limits/vocabulary";
import { agentPage } from "../addresses";
import { readRegistered } from "../own-answers";
import { useDraft } from "../use-draft";
import { notTaken, useWork } from "../use-work";
import { WalletChoice } from "../wallet-choice";
import { WorkNote } from "../work-note";
import { AGENT_FIELDS, bodyOfAgent, EMPTY_AGENT, problemsOfAgent } from "./draft";

/** Registers an agent by its public addresses. Nothing is proved by it: that comes next, on the agent's page. */
export function RegisterForm({ path }: { path: string }) {
  const { draft, enter, check, control } = useDraft({
    ...{ prefix: "agent", fields: AGENT_FIELDS, start: EMPTY_AGENT, problemsOf: problemsOfAgent },
  });
  const [id, setId] = useState<string | null>(null);
  const { work, run } = useWork();
  const busy = work.at === "busy";

  function register(): void {
    if (!check()) return;
    void run(async ({ tell }) => {
      tell("Registering…");
      setId(null);
      const found = await askFree(path, readRegistered, {}, bodyOfAgent(draft));
      if (found.state === "failed") throw notTaken("Not registered", found);
      const { agent } = found.value;
      setId(agent.id);
      return {
        title: "Registered",
        text: `It is known as ${agent.id} from now on. Whoever registers proves nothing: prove its wallets next.`,
      };
    });
  }

  const take = (name: "solAddress" | "evmAddress") => (found: FoundWallet) =>
    void run(async ({ wallet }) => {
      const { address } = await wallet("Asking the wallet for an account…", () => found.account());
      enter(name, address);
      return { title: "Taken from the wallet", text: address };
    });

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
        {...sol.field}
        label="Solana address"
        optional
        hint="Public for good. Never a secret key or a seed phrase."
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
        {...evm.field}
        label="EVM address"
        optional
        hint="At least one of both. The registry on chain takes the EVM address."
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
        {...name.field}
        label="Name"
        optional
        hint={`Up to ${MAX_NAME} characters; from the address where it is left out.`}
      >
        <Input type="text" {...name.props} />
      </Field>
      <Field
        {...description.field}
        label="What it is for"
        optional
        hint={`A line of up to ${MAX_DESCRIPTION} characters.`}
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
