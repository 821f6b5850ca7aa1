import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequiredResult,
} from "@modelcontextprotocol/server";
import { thisSite } from "../discovery/this-site";
import { parseArguments } from "../http/body";
import { errorResponse } from "../http/errors";
import { callRoute } from "./call-route";
import { describeCatalog, describeTool } from "./catalog-tool";
import { CatalogInput, type OwnTool } from "./own-tools";
import { payInBrowser } from "./pay-in-browser";
import { routeArguments } from "./payment";
import { preparePayment } from "./prepare-payment";
import { resultOf, toolResult } from "./result";
import type { Round } from "./round";
import type { Caller } from "./route-request";
import type { BoundTool } from "./tool-table";

/** One `tools/call` as its params hold it. */
export interface ToolCall {
  name: string;
  arguments?: Record<string, unknown> | undefined;
  _meta?: Record<string, unknown> | undefined;
}

type Answer = CallToolResult | InputRequiredResult;

/** Answers a call of one tool. */
export type CallTool = (call: ToolCall, caller: Caller, round: Round) => Promise<Answer>;

type Tools = ReadonlyMap<string, BoundTool>;
type Own = (given: Record<string, unknown>, caller: Caller, tools: Tools, round: Round) => Promise<Answer>;

const OWN: Readonly<Record<OwnTool, Own>> = {
  svc_catalog: async (given) => {
    const { tool } = parseArguments(CatalogInput, given);
    return toolResult({ ...(tool === undefined ? describeCatalog(thisSite()) : await describeTool(tool)) });
  },
  svc_prepare_payment: async (given, caller, tools) => {
    const prepared = await preparePayment(given, tools, caller);
    return prepared instanceof Response ? resultOf(prepared) : toolResult({ ...prepared });
  },
  svc_pay_in_browser: (given, caller, tools, round) => payInBrowser(given, tools, caller, round),
};

const isOwn = (name: string): name is OwnTool => Object.hasOwn(OWN, name);

async function callOwn(
  name: OwnTool,
  given: Record<string, unknown>,
  caller: Caller,
  tools: Tools,
  round: Round,
): Promise<Answer> {
  try {
    return await OWN[name](routeArguments(given), caller, tools, round);
  } catch (error) {
    return resultOf(errorResponse(error, name));
  }
}

/** The caller of all tools. It throws the protocol's -32602 for a name that is no tool's, and nothing else. */
export function toolCaller(tools: Tools): CallTool {
  return async ({ name, arguments: given = {}, _meta: meta = {} }, caller, round) => {
    if (isOwn(name)) return callOwn(name, given, caller, tools, round);
    const tool = tools.get(name);
    if (tool === undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        "There is no such tool. `tools/list` and the tool svc_catalog name all of them.",
      );
    return callRoute(tool, given, meta, caller);
  };
}
