import type { AgentSummary } from "@/lib/identity/answer";

/** An agent's addresses. Whoever proves one of a pair has not proved the other: a claim is never without its mark. */
export const addressesOf = ({ solAddress, evmAddress, claims }: AgentSummary) =>
  [
    ...[solAddress, evmAddress].map((address) => ({ address, proved: true })),
    ...[claims?.solAddress, claims?.evmAddress].map((address) => ({ address, proved: false })),
  ].flatMap(({ address, proved }) => (address === undefined ? [] : [{ address, proved }]));
