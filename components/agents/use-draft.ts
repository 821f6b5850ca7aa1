"use client";

import { useState } from "react";
import { describedBy } from "@/components/ui/field";

/** Longer than anything that is typed into these fields: what was pasted wrongly is told at once. */
const PASTED = 100;

interface DraftOf<Field extends string> {
  /** What the ids of the controls begin with. */
  prefix: string;
  /** In the order in which they stand. */
  fields: readonly Field[];
  start: Readonly<Record<Field, string>>;
  /** What is wrong with each field: null where nothing is. */
  problemsOf: (draft: Record<Field, string>) => Readonly<Record<Field, string | null>>;
}

/** What is entered into a form, what is wrong with it, and what each of its controls has. */
export function useDraft<Field extends string>({ prefix, fields, start, problemsOf }: DraftOf<Field>) {
  const [draft, setDraft] = useState<Record<Field, string>>(start);
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const problems = problemsOf(draft);
  const fieldId = (name: Field): string => `${prefix}-${name}`;
  const enter = (name: Field, value: string): void => setDraft((now) => ({ ...now, [name]: value }));

  /** Shows what is wrong, puts the writer there, and says whether the request may go. */
  function check(): boolean {
    setLeft(new Set(fields));
    const wrong = fields.find((name) => problems[name] !== null);
    if (wrong !== undefined) document.getElementById(fieldId(wrong))?.focus();
    return wrong === undefined;
  }

  function control(name: Field) {
    const error = left.has(name) || draft[name].length > PASTED ? problems[name] : null;
    return {
      field: { id: fieldId(name), error },
      props: {
        id: fieldId(name),
        name,
        value: draft[name],
        "aria-invalid": error !== null,
        "aria-describedby": describedBy(fieldId(name), { hint: true, error: error !== null }),
        autoComplete: "off",
        spellCheck: false,
        onBlur: () => draft[name] !== "" && setLeft(new Set([...left, name])),
        onChange: ({ target }: { target: { value: string } }) => enter(name, target.value),
      },
    };
  }

  return { draft, enter, check, control };
}
