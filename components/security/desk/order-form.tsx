"use client";

import { useId, useState } from "react";
import type { Bought } from "@/components/pay/bought";
import { Checkbox, Field, Input, Textarea } from "@/components/ui/field";
import { membersOf, usePageTool } from "@/components/web-mcp/use-page-tool";
import { patternFor, patternsOf, targetOf } from "@/lib/security/report/scope";
import type { AuditOffer } from "./audit-offers";
import { PaySlot } from "./pay-slot";
import { ScopeStatus } from "./scope-status";
import { askScope, useScope } from "./use-scope";

interface OrderFormProps {
  offers: readonly AuditOffer[];
  onBought: (bought: Bought) => boolean;
}

/** What to scan, that it is allowed, and the payment: each step opens when the one before is done. */
export function OrderForm({ offers, onBought }: OrderFormProps) {
  const id = useId();
  const [path, setPath] = useState(offers[0]?.path ?? "");
  const [typed, setTyped] = useState("");
  const [patterns, setPatterns] = useState<string | null>(null);
  const [attested, setAttested] = useState<string | null>(null);
  const target = targetOf(typed);
  const shownPatterns = patterns ?? patternFor(target);
  const allowlist = patternsOf(shownPatterns);
  const { scope, again: askAgain } = useScope(target, allowlist);
  const offer = offers.find((one) => one.path === path);
  const inScope = scope?.at === "in_scope" ? scope : null;
  // An attestation is of one site: for another it has to be made again.
  const isAttested = inScope !== null && attested === inScope.host;

  usePageTool({
    name: "fill_security_scan",
    title: "Fill in this scan's order",
    description:
      "Fills in the order of this page and says whether the site may be scanned. It attests nothing and pays nothing: both are for the person at the page.",
    inputSchema: scanInput(offers),
    execute: async (input) => {
      const { audit, target: address, allowlist: hosts } = membersOf(input);
      if (typeof address !== "string") return { wrong: "Give the site's address as target." };
      const named = Array.isArray(hosts) && hosts.every((host) => typeof host === "string") ? hosts : null;
      const wanted = targetOf(address);
      setPath(offers.find((one) => one.audit === audit)?.path ?? path);
      setTyped(address);
      setAttested(null); // what the person attested was another order
      setPatterns(named === null ? null : named.join("\n"));
      const body = { target: wanted, allowlist: named ?? patternsOf(patternFor(wanted)) };
      const found = await askScope(JSON.stringify(body), new AbortController().signal);
      return { ...body, scope: found, attested: false, paid: false };
    },
  });

  return (
    <form onSubmit={(event) => event.preventDefault()} noValidate className="grid gap-8">
      <Step number={1} title="The site">
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-sm font-medium">Audit</legend>
          {offers.map((one) => (
            <label
              key={one.path}
              className="flex cursor-pointer gap-3 rounded-lg border border-edge bg-panel p-3 has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={`${id}-audit`}
                checked={one.path === path}
                onChange={() => setPath(one.path)}
                className="mt-1 size-4 shrink-0 accent-coin"
              />
              <span className="min-w-0 grow">
                <span className="flex flex-wrap justify-between gap-x-4">
                  <span className="font-medium">{one.title}</span>
                  <span className="figures">{one.priceText}</span>
                </span>
                <span className="mt-0.5 block text-note text-muted">{one.gives}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <Field
          id={`${id}-target`}
          label="Address"
          hint="Only the origin counts; path and query are left out."
        >
          <Input
            id={`${id}-target`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            aria-invalid={scope?.at === "refused"}
            aria-describedby={`${id}-target-hint ${id}-scope`}
            placeholder="https://www.example.com"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2_048}
          />
        </Field>
        <Field
          id={`${id}-patterns`}
          label="Allowlist"
          hint="The hosts you may have scanned, one a line: www.example.com, or *.example.com for the names below it. All of the site's own domain, ten at most."
        >
          <Textarea
            id={`${id}-patterns`}
            value={shownPatterns}
            onChange={(event) => setPatterns(event.target.value)}
            aria-invalid={scope?.at === "not_covered"}
            aria-describedby={`${id}-patterns-hint ${id}-scope`}
            rows={2}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2_600}
          />
        </Field>
        <ScopeStatus id={`${id}-scope`} scope={scope} typed={target !== ""} onAgain={askAgain} />
      </Step>
      <Step number={2} title="Your word">
        <div className="rounded-lg border border-rule bg-panel p-4">
          <Checkbox
            checked={isAttested}
            disabled={inScope === null}
            onChange={(event) => setAttested(event.target.checked && inScope !== null ? inScope.host : null)}
            label={
              inScope === null ? (
                "I attest that the site's owner allows this scan."
              ) : (
                <>
                  I attest that the owner of <bdi className="figures">{inScope.host}</bdi> allows this scan.
                </>
              )
            }
          />
          <p className="mt-2 text-note text-muted">
            You answer for it: scanning a site without its owner&apos;s leave is forbidden in many places.
            Kept for 180 days: time, host, payment and a keyed hash of your network address. The scan is
            passive: it signs in nowhere, tries no weakness, and is no proof that a site is safe.
          </p>
        </div>
      </Step>
      <Step number={3} title="Payment">
        {offer !== undefined && inScope !== null && isAttested ? (
          <PaySlot
            key={offer.path}
            offer={offer}
            body={{ target: inScope.target, allowlist, authorized: true }}
            onBought={onBought}
          />
        ) : (
          <p className="text-muted">
            {offer?.priceText} in USDC, only if there is a report.{" "}
            {inScope === null ? "Name a site that is in scope first." : "Attest first."}
          </p>
        )}
      </Step>
    </form>
  );
}

/** What an agent may fill in of an order. */
const scanInput = (offers: readonly AuditOffer[]) => ({
  type: "object",
  properties: {
    audit: { type: "string", enum: offers.map(({ audit }) => audit) },
    target: { type: "string", description: "The site's address; only its origin counts.", maxLength: 2_048 },
    allowlist: {
      type: "array",
      items: { type: "string" },
      maxItems: 10,
      description: "Hosts that may be scanned; the target's own where it is left out.",
    },
  },
  required: ["target"],
  additionalProperties: false,
});

const Step = ({ number, title, children }: { number: number; title: string; children: React.ReactNode }) => (
  <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <h2 className="flex items-baseline gap-3 text-lg font-semibold tracking-tight">
      <span className="figures text-note font-normal text-muted">{number}</span> {title}
    </h2>
    {children}
  </section>
);
