import * as z from "zod";

/** What the command stops with; the message is for a person. */
export class Stop extends Error {
  override name = "Stop";
}

/** Calls the operators' routes of one running service. */
export interface Service {
  ask<T extends z.ZodType>(
    method: "GET" | "POST",
    path: string,
    input: Record<string, unknown>,
    schema: T,
  ): Promise<z.output<T>>;
}

const Refusal = z.object({ error: z.string() });

const queryOf = (input: Record<string, unknown>): string => {
  const query = new URLSearchParams(
    Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return query.size === 0 ? "" : `?${query}`;
};

const TIMEOUT_MS = 30_000;

export function serviceAt(origin: string | undefined, secret: string | undefined): Service {
  if (origin === undefined || secret === undefined || secret === "")
    throw new Stop(
      "Set OPERATOR_URL (address of the service) and OPERATOR_SECRET (its setting of that name), then try again.",
    );
  const send = (method: string, path: string, input: Record<string, unknown>): Promise<Response> =>
    fetch(origin.replace(/\/+$/, "") + path + (method === "GET" ? queryOf(input) : ""), {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(method === "GET" ? {} : { "content-type": "application/json" }),
      },
      ...(method === "GET" ? {} : { body: JSON.stringify(input) }),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  return {
    async ask(method, path, input, schema) {
      const response = await send(method, path, input).catch((cause: unknown) => {
        throw new Stop(`${origin} does not answer. Is the service up, and OPERATOR_URL right?`, { cause });
      });
      const body: unknown = await response.json().catch(() => null);
      const answer = schema.safeParse(body);
      if (answer.success) return answer.data;
      const refusal = Refusal.safeParse(body);
      if (response.status === 404 && refusal.data?.error.startsWith("There is no such route"))
        throw new Stop(
          `${origin} knows no operator: OPERATOR_SECRET is not the service's, or the service has none.`,
        );
      throw new Stop(
        refusal.data?.error ?? `${origin} answered ${response.status}, and nothing that is understood.`,
      );
    },
  };
}
