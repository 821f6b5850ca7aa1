"use client";

import { useState } from "react";
import { Hash } from "@/components/lounge/facts";
import { describedBy, Field, Input, Textarea } from "@/components/ui/field";
import type { FoundWallet } from "@/lib/buying/wallets";
import type { AgentProfile } from "@/lib/identity/answer";
import { MAX_DESCRIPTION, MAX_NAME } from "@/lib/identity/limits/vocabulary";
import { AddressProof } from "../standing";
import { Refused, useWork } from "../use-work";
import { WalletChoice } from "../wallet-choice";
import { WorkNote } from "../work-note";
import { type Account, proveAddress, type Wishes } from "./prove-address";

interface ProveProps {
  agent: AgentProfile;
  path: string;
  /** Reads the agent again. */
  onChange: () => Promise<AgentProfile>;
}

const FAMILY = { base: "evm", solana: "solana" } as const;
const KIND = { base: "n Ethereum", solana: " Solana" } as const;

/** What the owner's wallets can do here: prove an address, and with the same signature change name and description. */
export function Prove({ agent, path, onChange }: ProveProps) {
  const { work, run } = useWork();
  const [name, setName] = useState(agent.name);
  const [description, setDescription] = useState(agent.description ?? "");
  const said = { name: name.trim(), description: description.trim() };
  const differs = {
    name: said.name !== agent.name,
    description: said.description !== (agent.description ?? ""),
  };
  const changes = differs.name || differs.description;
  const isFirst = agent.accounts.every(({ verified }) => !verified);
  // With the first proof nothing stays but what is sent with it: whoever came first may have written what stands there.
  const wishes: Wishes = {
    ...((isFirst || differs.name) && { name: said.name }),
    ...((isFirst || differs.description) && { description: said.description }),
  };

  const prove = (account: Account) => (wallet: FoundWallet) =>
    void run(async (working) => {
      if (account.verified && !changes)
        throw new Refused(
          "Nothing to sign for",
          "This address is proved. Change the name or the description first.",
        );
      await proveAddress(wallet, { agent, account, wishes, path }, working);
      const now = await onChange();
      setName(now.name); // as the service cleaned it
      setDescription(now.description ?? "");
      return {
        title: account.verified ? "Changed" : "Proved",
        text: account.verified
          ? "The agent says of itself what you signed."
          : `${account.address} is this agent's, and everything here says so from now on.`,
      };
    });

  return (
    <section aria-labelledby="prove" className="grid gap-4 rounded-xl border border-rule bg-panel p-5">
      <h2 id="prove" className="text-xl font-semibold tracking-tight">
        Prove an address
      </h2>
      <p className="max-w-2xl text-muted">
        Its wallet signs a message for this one request. Nothing is paid, nothing moves, and the message is
        worthless for anything else.
      </p>
      <ul className="grid gap-4">
        {agent.accounts.map((account) => (
          <li key={account.account} className="grid gap-2">
            <p className="flex flex-wrap items-center gap-2">
              <Hash>{account.address}</Hash> <AddressProof verified={account.verified} />
            </p>
            <WalletChoice
              key={String(account.verified)}
              family={FAMILY[account.chain]}
              label={`${account.verified ? "Sign a change" : "Prove it"} with a${KIND[account.chain]} wallet`}
              verb={account.verified ? "Sign with" : "Prove with"}
              busy={work.at === "busy"}
              onChoose={prove(account)}
            />
          </li>
        ))}
      </ul>
      <details open={isFirst}>
        <summary className="min-h-11 cursor-pointer py-2 font-medium">
          {isFirst
            ? "What it says of itself, which you sign with the first proof"
            : "Change its name or description with the same signature"}
        </summary>
        <div className="grid max-w-2xl gap-4 pt-2">
          <Field id="own-name" label="Name" hint={`Up to ${MAX_NAME} characters.`}>
            <Input
              id="own-name"
              value={name}
              autoComplete="off"
              aria-describedby={describedBy("own-name", { hint: true, error: false })}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Field
            id="own-description"
            label="What it is for"
            hint={`A line of up to ${MAX_DESCRIPTION} characters.`}
          >
            <Textarea
              id="own-description"
              rows={2}
              value={description}
              aria-describedby={describedBy("own-description", { hint: true, error: false })}
              onChange={(event) => setDescription(event.target.value)}
            />
          </Field>
          {changes && (
            <p className="text-note text-muted">Sign with a wallet above: it is changed by that.</p>
          )}
        </div>
      </details>
      <WorkNote work={work} />
    </section>
  );
}
