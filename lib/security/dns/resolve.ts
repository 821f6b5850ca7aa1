import { askResolver } from "./ask";
import { judgeAnswers, type Resolution } from "./judge";

/** Looks a name up and judges its addresses. Never rejects. */
export type Resolve = (name: string) => Promise<Resolution>;

export interface ResolverOptions {
  fetch: typeof fetch;
  /** Addresses of DNS-over-HTTPS services that are all asked. */
  resolvers: readonly string[];
  /** For each question. */
  timeoutMs: number;
}

/**
 * Asks every resolver for both families at once. This sees what public DNS says at this moment; the fetch that follows
 * looks the name up by itself, so a name that changes its answer in between is not caught by it. Looking again after
 * the scan catches one that stays changed.
 */
export function createResolve({ resolvers, ...options }: ResolverOptions): Resolve {
  if (resolvers.length === 0) throw new Error("no resolver to ask");
  return async (name) => {
    const questions = resolvers.flatMap((resolver) =>
      (["A", "AAAA"] as const).map((family) => askResolver(resolver, name, family, options)),
    );
    return judgeAnswers(await Promise.all(questions));
  };
}
