import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";
import { asObject } from "../openapi";
import { readDocument } from "../probes/answer";
import type { SiteResponse } from "../site-response";
import {
  JSON_TYPE,
  type Judgement,
  type ReadinessCheck,
  best,
  fail,
  inconclusive,
  isText,
  isTextList,
  objectsOf,
  openJson,
  pass,
  webAddress,
} from "./check";
import { onOrigin } from "./requests";
import { rpcResult } from "./rpc-result";

type Json = Readonly<Record<string, unknown>>;

const mcp: ReadinessCheck = {
  id: "mcp",
  title: "MCP endpoint",
  points: 15,
  asked: "POST /mcp or /api/mcp: server/discover or initialize, then tools/list",
  fix: "Serve MCP over streamable HTTP at /mcp, open for server/discover and tools/list.",
  documentation: "https://modelcontextprotocol.io/specification/2026-07-28",
  judge({ mcpGreeting, mcpTools }) {
    if (mcpGreeting?.status === 401)
      return inconclusive("The endpoint asks for a sign-in, so it can't be judged.");
    const greeting = rpcResult(mcpGreeting);
    if (!greeting.ok) return greeting.judgement;
    if (!isGreeting(greeting.value)) return fail("A JSON-RPC answer that introduces no MCP server.");
    const tools = rpcResult(mcpTools);
    if (!tools.ok) return tools.judgement;
    const listed = Array.isArray(tools.value.tools) ? tools.value.tools.map(asObject) : null;
    if (listed === null) return fail("tools/list gives no list.");
    const names = new Set(listed.map((tool) => tool?.name));
    const valid = names.size === listed.length && listed.every((tool) => tool !== null && isTool(tool));
    return valid
      ? pass(`${listed.length} tools.`)
      : fail("tools/list has a tool without a unique name or an input schema.");
  },
};

/** What a server says of itself: `server/discover` lists versions, `initialize` settles on one. */
const isGreeting = (result: Json): boolean =>
  asObject(result.capabilities) !== null &&
  ((isTextList(result.supportedVersions) && result.supportedVersions.length > 0) ||
    (isText(result.protocolVersion) && asObject(result.serverInfo) !== null));

const isTool = (tool: Json): boolean =>
  isText(tool.name) && tool.name.length <= 128 && asObject(tool.inputSchema)?.type === "object";

const card: ReadinessCheck = {
  id: "mcp-card",
  title: "MCP server card or AI catalog",
  points: 6,
  asked:
    "GET /.well-known/mcp/server-card.json, /.well-known/mcp.json, /.well-known/ai-catalog.json: one that is valid",
  fix: "Publish a server card with $schema, name (namespace/name), version and description, or an AI catalog that leads to one.",
  documentation: "https://modelcontextprotocol.io",
  judge({ mcpCard, mcpManifest, aiCatalog, origin }) {
    const cards = [mcpCard, mcpManifest].map((answer) =>
      judgeDocument(answer, (document) => isCard(document), "A valid server card."),
    );
    const catalog = judgeDocument(
      aiCatalog,
      (document) => isAiCatalog(document, origin),
      "A valid AI catalog.",
    );
    return best([...cards, catalog]);
  },
};

function judgeDocument(
  answer: SiteResponse | null,
  valid: (document: Json) => boolean,
  came: string,
): Judgement {
  const opened = openJson(answer, JSON_TYPE);
  if (!opened.ok) return opened.judgement;
  return valid(opened.value) ? pass(came) : fail("A document that lacks required fields.");
}

const isCard = (document: Json): boolean =>
  isText(document.$schema) &&
  isText(document.name) &&
  /^[A-Za-z0-9.-]{1,100}\/[A-Za-z0-9._-]{1,100}$/.test(document.name) &&
  isText(document.version) &&
  isText(document.description);

/** Entries have a type and an address, or hold what they describe. */
function isAiCatalog(document: Json, origin: string): boolean {
  const entries = objectsOf(document.entries);
  return (
    isText(document.specVersion) &&
    entries !== null &&
    entries.every(
      (entry) =>
        (isText(entry.type) || isText(entry.mediaType)) &&
        (webAddress(entry.url, `${origin}/`) !== null || asObject(entry.data ?? entry.inline) !== null),
    )
  );
}

const agentCard: ReadinessCheck = {
  id: "agent-card",
  title: "A2A agent card",
  points: 6,
  asked: "GET /.well-known/agent-card.json: a card of A2A 1.0",
  fix: "Publish an agent card with all fields that A2A 1.0 requires, among them supportedInterfaces and skills.",
  documentation: "https://a2a-protocol.org/latest/specification/",
  judge({ agentCard: answer, origin }) {
    return judgeDocument(answer, (document) => isAgentCard(document, origin), "A valid agent card.");
  },
};

function isAgentCard(document: Json, origin: string): boolean {
  const interfaces = objectsOf(document.supportedInterfaces);
  const skills = objectsOf(document.skills);
  return (
    [document.name, document.description, document.version].every(isText) &&
    asObject(document.capabilities) !== null &&
    isTextList(document.defaultInputModes) &&
    isTextList(document.defaultOutputModes) &&
    interfaces !== null &&
    interfaces.every(
      (one) =>
        webAddress(one.url, origin) !== null && isText(one.protocolBinding) && isText(one.protocolVersion),
    ) &&
    skills !== null &&
    skills.every((skill) => [skill.id, skill.name, skill.description].every(isText) && isTextList(skill.tags))
  );
}

const SKILLS_SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

const agentSkills: ReadinessCheck = {
  id: "agent-skills",
  title: "Agent skills index",
  points: 5,
  asked:
    "GET /.well-known/agent-skills/index.json: valid, and the digest of a file it names on this origin matches",
  fix: `Publish an index with $schema ${SKILLS_SCHEMA}, and renew each digest when its file changes.`,
  documentation: "https://agentskills.io",
  judge({ agentSkills: answer, skillFiles, origin }) {
    const opened = openJson(answer, JSON_TYPE);
    if (!opened.ok) return opened.judgement;
    const skills = objectsOf(opened.value.skills);
    if (
      opened.value.$schema !== SKILLS_SCHEMA ||
      skills === null ||
      !skills.every((skill) => isSkill(skill, origin))
    )
      return fail("An index that lacks required fields.");
    const checked = skills.flatMap((skill) => {
      const path = isText(skill.url) ? onOrigin(skill.url, origin) : null;
      const file = path === null ? undefined : skillFiles.get(path);
      return file === undefined ? [] : [digestMatches(file, skill.digest)];
    });
    if (checked.includes("differs"))
      return fail("A file of the index is missing, or differs from its digest.");
    if (checked.includes("unread")) return inconclusive("A file of the index could not be read whole.");
    return pass(`${skills.length} skills, ${checked.length} digests compared.`);
  },
};

const isSkill = (skill: Json, origin: string): boolean =>
  isText(skill.name) &&
  /^[a-z0-9-]{1,64}$/.test(skill.name) &&
  (skill.type === "skill-md" || skill.type === "archive") &&
  isText(skill.description) &&
  webAddress(skill.url, `${origin}/`) !== null &&
  isText(skill.digest) &&
  /^sha256:[0-9a-f]{64}$/.test(skill.digest);

function digestMatches(file: SiteResponse | null, digest: unknown): "matches" | "differs" | "unread" {
  const read = readDocument(file);
  if (file === null || (read.kind === "none" && read.status === "inconclusive") || file.truncated)
    return "unread";
  return read.kind === "text" && `sha256:${bytesToHex(sha256(file.body))}` === digest ? "matches" : "differs";
}

/** What an agent looks for that works with others. */
export const AGENT_CHECKS: readonly ReadinessCheck[] = [mcp, card, agentCard, agentSkills];
