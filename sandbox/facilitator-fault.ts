import { faultSchema, type Fault } from "./facilitator/fault";

const FORMS =
  "down, slow=MS, error=STATUS or silent-after-settle, with @verify, @settle or @supported to limit it";

/** A facilitator's fault as typed after `--fault facilitator-NAME:`. Throws with the forms that exist. */
export function parseFacilitatorFault(text: string): Fault {
  const [, kind, , value, , operation] = /^([a-z-]+)(=(\d+))?(@([a-z]+))?$/.exec(text) ?? [];
  const on = operation === undefined ? {} : { on: [operation] };
  const number = Number(value);
  const candidates: Record<string, unknown> = {
    down: { kind, ...on },
    slow: { kind, ms: number, ...on },
    error: { kind, status: number, ...on },
    "silent-after-settle": value === undefined ? { kind } : { kind, cutAfterMs: number },
  };
  const parsed = faultSchema.safeParse(candidates[kind ?? ""]);
  if (!parsed.success) throw new Error(`"${text}" is no fault of a facilitator; use ${FORMS}`);
  return parsed.data;
}
