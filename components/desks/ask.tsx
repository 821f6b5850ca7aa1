"use client";

import { useState, useSyncExternalStore } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { Checkbox, describedBy, Field, Input, Select, Textarea } from "@/components/ui/field";
import { Tabs } from "@/components/ui/tabs";
import { WithCode } from "@/components/ui/with-code";
import { membersOf, usePageTool } from "@/components/web-mcp/use-page-tool";
import { baseUnits, formatUsd } from "@/lib/catalog/money";
import { BuySlot } from "./buy-slot";
import { codeSamples } from "./code-samples";
import type { FormField } from "./form-fields";
import { filledBy, formSchema } from "./form-tool";
import { type Entered, fieldError, requestBody } from "./request-body";

const never = () => () => {};

interface AskProps {
  path: string;
  /** USDC base units. */
  price: number;
  tool: string | null;
  /** The configured origin, for the prerendered page. */
  origin: string;
  fields: readonly FormField[];
}

/** A desk's request: a form, the buying of its answer, and the same call to copy. */
export function Ask({ path, price, tool, origin, fields }: AskProps) {
  const [entered, setEntered] = useState<Entered>({});
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const reached = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => origin,
  );
  const body = requestBody(fields, entered);
  const firstWrong = fields.find((field) => fieldError(field, entered) !== null);
  const enter = (name: string, value: string) => setEntered({ ...entered, [name]: value });
  const touch = (name: string) => setTouched(new Set([...touched, name]));

  usePageTool({
    name: `fill_${tool ?? "request"}`,
    title: "Fill in this form",
    description: `Fills in the form of this page, which asks POST ${path}. It pays nothing: the person at the page reads the request and the price, and buys or does not.`,
    inputSchema: formSchema(fields),
    execute: (input) => {
      const filled = filledBy(fields, membersOf(input));
      setEntered(filled.entered);
      setTouched(new Set(Object.keys(filled.wrong)));
      return {
        request: requestBody(fields, filled.entered),
        wrong: filled.wrong,
        price: formatUsd(baseUnits(price)),
        paid: false,
      };
    },
  });

  /** Shows what is wrong, puts the reader there, and says whether the request may go. */
  function check(): boolean {
    setTouched(new Set(fields.map(({ name }) => name)));
    if (firstWrong !== undefined) document.getElementById(fieldId(firstWrong.name))?.focus();
    return firstWrong === undefined;
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <form
        noValidate
        onSubmit={(event) => event.preventDefault()}
        className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-xl border border-rule bg-panel p-5"
      >
        {fields.map((field) => (
          <FieldOf
            key={field.name}
            field={field}
            value={entered[field.name] ?? ""}
            error={touched.has(field.name) ? fieldError(field, entered) : null}
            onEnter={(value) => enter(field.name, value)}
            onLeave={() => touch(field.name)}
          />
        ))}
        <BuySlot path={path} price={price} body={body} check={check} />
      </form>
      <Tabs
        label="The same call to copy"
        tabs={codeSamples({ origin: reached, path, tool, body }).map(({ value, label, code }) => ({
          value,
          label,
          content: <CodeBlock code={code} label={`The call as ${label}`} />,
        }))}
      />
    </div>
  );
}

const fieldId = (name: string): string => `ask-${name}`;

/** What parts of names stand for. */
const WORDS: Readonly<Record<string, string>> = {
  evm: "EVM",
  sol: "Solana",
  id: "ID",
  url: "URL",
  usd: "USD",
};

/** `evmAddress` → "EVM address", `signal.title` → "Signal title". */
const labelOf = (name: string): string => {
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(".", " ")
    .toLowerCase()
    .split(" ");
  const words = parts.map((part) => WORDS[part] ?? part).join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

interface FieldOfProps {
  field: FormField;
  value: string;
  error: string | null;
  onEnter: (value: string) => void;
  onLeave: () => void;
}

function FieldOf({ field, value, error, onEnter, onLeave }: FieldOfProps) {
  const { name, kind, hint, required, placeholder, options } = field;
  const id = fieldId(name);
  const shared = {
    id,
    name,
    value,
    "aria-required": required,
    "aria-invalid": error !== null,
    "aria-describedby": describedBy(id, { hint: hint !== "", error: error !== null }),
    onChange: (event: { target: { value: string } }) => onEnter(event.target.value),
    onBlur: onLeave,
  };
  if (kind === "consent" || kind === "tick")
    return (
      <div>
        <Checkbox
          id={id}
          label={hint === "" ? labelOf(name) : <WithCode text={hint} />}
          checked={value === "true"}
          aria-invalid={error !== null}
          aria-describedby={describedBy(id, { hint: false, error: error !== null })}
          onChange={(event) => onEnter(event.target.checked ? "true" : "")}
          onBlur={onLeave}
        />
        <p id={`${id}-error`} role="alert" className="text-note text-bad empty:hidden">
          {error}
        </p>
      </div>
    );
  const choices = kind === "yesNo" ? ["true", "false"] : options;
  return (
    <Field
      id={id}
      label={labelOf(name)}
      hint={hint === "" ? undefined : <WithCode text={hint} />}
      error={error}
      optional={!required}
    >
      {kind === "choice" || kind === "yesNo" ? (
        <Select {...shared}>
          <option value="">{placeholder === "" ? "Default" : `Default (${wordOf(placeholder)})`}</option>
          {choices.map((option) => (
            <option key={option} value={option}>
              {wordOf(option)}
            </option>
          ))}
        </Select>
      ) : kind === "longText" || kind === "json" ? (
        <Textarea {...shared} rows={2} placeholder={placeholder} />
      ) : (
        <Input
          {...shared}
          type="text"
          inputMode={kind === "whole" || kind === "number" ? "decimal" : "text"}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Field>
  );
}

const wordOf = (value: string): string => (value === "true" ? "yes" : value === "false" ? "no" : value);
