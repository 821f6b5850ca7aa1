import type { CallToolResult } from "@modelcontextprotocol/server";
import { keepAlive } from "../http/keep-alive";
import { challengeResponse } from "../payments/challenge/challenge-response";
import type { ChallengeTemplate } from "../payments/challenge/challenge";
import type { Reason } from "../payments/outcome/reasons";
import { TOOL_CHALLENGES } from "./tools.generated";
import { toolResult } from "./result";

const byTool = new Map(TOOL_CHALLENGES.map((template) => [template.tool, template]));

function templateOf(tool: string): ChallengeTemplate {
  const template = byTool.get(tool);
  if (template === undefined) throw new Error(`no challenge was rendered for ${tool}; run npm run render`);
  return template;
}

/** The members of a 402's body that a tool's challenge is made of. */
export interface ToolChallenge {
  /** Why it wants to be paid, in words. */
  error: string;
  priceUsdc: number;
  /** x402's PaymentRequired, its resource `mcp://tool/<name>`. */
  x402: Record<string, unknown>;
  mpp: Record<string, unknown>[];
}

/** Why a route wants to be paid for a call. */
export interface Unpaid {
  kind: "unpaid";
  reason: Reason;
  message?: string;
  /** The PaymentRequired of the route's own 402, where that is for this very request alone: it names a sign-in for it. */
  ofRequest?: Readonly<Record<string, unknown>>;
}

/**
 * What a tool's call costs at this moment, made by the same code as a route's 402; what the route's own says of this very
 * request, a sign-in and a memo for it, stands. Throws ApiError 503 when nothing can be paid with.
 */
export async function toolChallenge(
  tool: string,
  { reason, message, ofRequest }: Omit<Unpaid, "kind">,
): Promise<ToolChallenge> {
  const response = await challengeResponse(templateOf(tool), reason, keepAlive, message);
  const challenge = (await response.json()) as ToolChallenge; // the body of challengeParts, which has these members
  if (ofRequest === undefined) return challenge;
  const { error, resource } = challenge.x402;
  return { ...challenge, x402: { ...ofRequest, error, resource } };
}

/**
 * A challenge as x402's MCP transport has it: an error result that is the PaymentRequired itself. MPP's challenges go
 * beside it, since a message can't be both a result and MPP's own JSON-RPC error.
 */
export async function challengeResult(tool: string, unpaid: Unpaid): Promise<CallToolResult> {
  const { error, x402, mpp } = await toolChallenge(tool, unpaid);
  const required = { ...x402, error: `${unpaid.reason}: ${error}` };
  return toolResult(required, {
    isError: true,
    ...(mpp.length === 0
      ? {}
      : { _meta: { "org.paymentauth/payment-required": { httpStatus: 402, challenges: mpp } } }),
  });
}
