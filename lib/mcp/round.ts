import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { isRecord } from "../is-record";
import type { Caller } from "./route-request";

/** What a client of revision 2026-07-28 says beside a call; of an earlier one nothing is known. */
export interface Round {
  /** It can open addresses for the person behind it (URL elicitation). */
  opensUrls: boolean;
  /** As it names itself; null where it does not. */
  client: string | null;
  /** What an earlier answer to this call gave it to bring back; null at the first. */
  state: string | null;
  /** The person or the client declined what was asked. */
  declined: boolean;
}

/** The name of what is asked of the person. */
export const PAY_REQUEST = "pay";

const member = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);
const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** The SDK tells the request that it was handed, whose signal ends with the client's connection. */
export const callerOf = ({ http, mcpReq: { signal } }: ServerContext): Caller =>
  http?.req ?? { headers: new Headers(), signal };

export function roundOf({ mcpReq }: ServerContext): Round {
  const envelope: unknown = mcpReq.envelope;
  const capabilities = member(envelope, CLIENT_CAPABILITIES_META_KEY);
  const action = member(mcpReq.inputResponses?.[PAY_REQUEST], "action");
  return {
    opensUrls: isRecord(member(member(capabilities, "elicitation"), "url")),
    client: text(member(member(envelope, CLIENT_INFO_META_KEY), "name")),
    state: text(mcpReq.requestState()),
    declined: action === "decline" || action === "cancel",
  };
}
