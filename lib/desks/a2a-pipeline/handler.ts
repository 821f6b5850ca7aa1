import { env } from "@/lib/env";
import type { Handler } from "@/lib/handler";
import { readSources } from "@/lib/sources/read-sources";
import { type BundleInputs, composeBundle, gatherBundle } from "../bundle/compose";
import { type Desk, deskWith } from "../desk";
import { verdictTools, type VerdictTools } from "../verdict/handler";
import { a2aPipelineEntry } from "./entry";
import { a2aOf } from "./handoff";
import { fitting, type PeerDelegate, peersToNow } from "./peers";

export const A2A_METHOD = "a2a-pipeline/2";

interface Tools extends VerdictTools {
  /** Agents to which a handoff may go. */
  peers: (now: Date) => Promise<readonly PeerDelegate[]>;
}
interface Inputs {
  bundle: BundleInputs;
  peers: readonly PeerDelegate[];
}

/** Docs: docs/method.md, "Agent-to-agent pipeline". `origin`: the service's public address. */
export const a2aDeskWith = (tools: Tools, origin: () => string): Desk<typeof a2aPipelineEntry, Inputs> => ({
  entry: a2aPipelineEntry,
  async gather(read, context, input) {
    const [bundle, peers] = await Promise.all([
      gatherBundle(tools, read, context, input),
      tools.peers(context.now),
    ]);
    return { bundle, peers };
  },
  compose({ bundle, peers }, input, now) {
    const sold = { route: a2aPipelineEntry.label, method: A2A_METHOD };
    const { answer, ...rest } = composeBundle(bundle, input, sold, now);
    const a2a = a2aOf(answer, origin());
    return {
      answer: {
        ...answer,
        kind: a2aPipelineEntry.label,
        a2a: { ...a2a, delegate: [...a2a.delegate, ...fitting(answer.verdict.signal, peers)] },
      },
      ...rest,
    };
  },
});

export const a2aPipelineDesk = a2aDeskWith({ ...verdictTools, peers: peersToNow }, () => env().PUBLIC_ORIGIN);

const sold = deskWith(a2aPipelineDesk)(readSources);

/** The desk's answer, without the agent that the caller says to be: it knows itself. */
export const a2aPipeline: Handler<typeof a2aPipelineEntry> = async (input, context) => {
  const result = await sold(input, context);
  const { a2a } = result.answer;
  const caller = context.headers.get("x-agent-id");
  const delegate = a2a.delegate.filter((one) => !("agent" in one) || one.agent !== caller);
  return { ...result, answer: { ...result.answer, a2a: { ...a2a, delegate } } };
};
