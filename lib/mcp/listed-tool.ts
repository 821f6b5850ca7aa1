import type { Tool } from "@modelcontextprotocol/server";
import type { ObjectSchema } from "./open-schema";

/** A tool as the list shows it. */
export type ListedTool = Tool & { outputSchema: ObjectSchema };
