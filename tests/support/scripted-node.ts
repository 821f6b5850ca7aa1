import { afterEach } from "vitest";
import { startScriptedRpc } from "./scripted-rpc";

/** Answers with a JSON-RPC error of this code. */
export class NodeError {
  constructor(readonly code: number) {}
}
/** The answer gets lost: HTTP 503 by whatever stands before the node. */
export const LOST = Symbol("lost");

/** What a node answers to each method; nothing, and the method is not there. */
export type Answers = Record<string, (params: readonly unknown[]) => unknown>;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((node) => node.close()));
});

/** A node that answers as a test tells it, over a real socket, until the test ends. Returns its address. */
export async function scriptedNode(answers: Answers): Promise<string> {
  const node = await startScriptedRpc((method, params) => {
    const result = answers[method]?.(params);
    if (result === LOST) return null;
    if (result instanceof NodeError) return { error: { code: result.code, message: "Refused" } };
    return result === undefined ? { error: { code: -32601, message: "Method not found" } } : { result };
  });
  open.push(node);
  return node.url;
}
