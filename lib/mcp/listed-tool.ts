import type { Tool } from "@modelcontextprotocol/server";
import type { ObjectSchema } from "./open-schema";

/** A tool as the list shows it: what a caller needs to choose and to call. Its answer's schema is in its details. */
export type ListedTool = Omit<Tool, "inputSchema" | "outputSchema"> & { inputSchema: ObjectSchema };

/** All of a tool that the list has no room for, as svc_catalog gives it. */
export interface ToolDetails {
  description: string;
  input: ObjectSchema;
  output: Readonly<Record<string, unknown>>;
  /** Null for a tool that is no route. */
  sample: { input: unknown; output: unknown } | null;
}
