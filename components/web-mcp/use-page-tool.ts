import { useEffect, useRef } from "react";
import { isRecord } from "@/lib/is-record";

/** A tool of the page that is open, for the agent in the reader's own browser. */
export interface PageTool {
  /** At most 128 of A–Z, a–z, 0–9, `_`, `-` and `.`. */
  name: string;
  title: string;
  description: string;
  inputSchema: Readonly<Record<string, unknown>>;
  /** Its answer is what the agent reads: plain data. */
  execute: (input: unknown) => unknown;
}

/**
 * WebMCP as far as it is used here (webmachinelearning.github.io/webmcp): a registration ends with its signal, and one
 * that the browser refuses rejects. Guarantee: whoever has the method is taken for what it is called.
 */
interface ModelContext {
  registerTool: (tool: PageTool, options: { signal: AbortSignal }) => Promise<unknown> | undefined;
}

const isModelContext = (value: unknown): value is ModelContext =>
  typeof value === "object" &&
  value !== null &&
  "registerTool" in value &&
  typeof value.registerTool === "function";

/** It stands on the document since Chrome 150, and stood on the navigator before; most browsers have none. */
function modelContext(): ModelContext | null {
  for (const place of [document, navigator]) {
    const found: unknown = Reflect.get(place, "modelContext");
    if (isModelContext(found)) return found;
  }
  return null;
}

/** Offers a tool while the component stands, where the browser has WebMCP; elsewhere it does nothing. */
export function usePageTool(tool: PageTool): void {
  const latest = useRef(tool);
  useEffect(() => {
    latest.current = tool;
  });
  const { name } = tool;
  useEffect(() => {
    const stop = new AbortController();
    const offered = { ...latest.current, execute: (input: unknown) => latest.current.execute(input) };
    // A browser that refuses (tools are switched off for the site, the name is taken) leaves the page as it is for people.
    void (async () => modelContext()?.registerTool(offered, { signal: stop.signal }))().catch(
      () => undefined,
    );
    return () => stop.abort();
  }, [name]);
}

/** The members of what an agent sent. It may send anything. */
export const membersOf = (input: unknown): Readonly<Record<string, unknown>> =>
  isRecord(input) ? input : {};
