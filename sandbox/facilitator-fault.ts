import { faultSchema, type Fault } from "./facilitator/fault";

const FORMS =
  "down, slow=MS, error=STATUS, redirects, silent-after-settle, refuses=CODE, lies or no-network, with @verify, @settle or @supported to limit the first four";

/** A facilitator's fault as typed after `--fault facilitator-NAME:`. Throws with the forms that exist. */
export function parseFacilitatorFault(text: string): Fault {
  const [, kind, , value, , operation] = /^([a-z-]+)(=(\w+))?(@([a-z]+))?$/.exec(text) ?? [];
  const on = operation === undefined ? {} : { on: [operation] };
  const number = Number(value);
  const candidates: Record<string, unknown> = {
    down: { kind, ...on },
    slow: { kind, ms: number, ...on },
    error: { kind, status: number, ...on },
    redirects: { kind, ...on },
    refuses: { kind, code: value },
    lies: { kind },
    "no-network": { kind },
    "silent-after-settle": value === undefined ? { kind } : { kind, cutAfterMs: number },
  };
  const parsed = faultSchema.safeParse(candidates[kind ?? ""]);
  if (!parsed.success) throw new Error(`"${text}" is no fault of a facilitator; use ${FORMS}`);
  return parsed.data;
}
