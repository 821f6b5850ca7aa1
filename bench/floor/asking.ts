import { type Desk, type DeskEntry, deskWith } from "@/lib/desks/desk";
import type { Handler } from "@/lib/handler";
import { readSources } from "@/lib/sources/read-sources";

/** A desk without its till: takes a request's body, gives the answer. */
export type Ask = (body: unknown, signal: AbortSignal) => Promise<unknown>;

export function asking<E extends DeskEntry, Inputs>(desk: Desk<E, Inputs>): Ask {
  const handler: Handler<E> = deskWith(desk)(readSources);
  return async (body, signal) => {
    const input = desk.entry.input.parse(body) as Parameters<Handler<E>>[0]; // by that very schema
    return (await handler(input, { now: new Date(), signal, headers: new Headers() })).answer;
  };
}
