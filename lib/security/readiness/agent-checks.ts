import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";
import { asObject } from "../openapi";
import { readDocument } from "../probes/answer";
import type { SiteResponse } from "../site-response";
import {
  type Fields,
  type Json,
  JSON_TYPE,
  type ReadinessCheck,
  best,
  fail,
  inconclusive,
  isText,
  isTextList,
  judgeDocument,
  objectsOf,
  openJson,
  pass,
  webAddress,
} from "./check";
import { onOrigin } from "./requests";
import { rpcResult } from "./rpc-result";

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
      judgeDocument(answer, requiredOfCard, "A valid server card."),
    );
    const catalog = judgeDocument(
      aiCatalog,
      (document) => requiredOfAiCatalog(document, origin),
      "A valid AI catalog.",
    );
    return best([...cards, catalog]);
  },
};

const requiredOfCard = ({ $schema, name, version, description }: Json): Fields => ({
  $schema: isText($schema),
  name: isText(name) && /^[A-Za-z0-9.-]{1,100}\/[A-Za-z0-9._-]{1,100}$/.test(name),
  version: isText(version),
  description: isText(description),
});

/** Entries have a type and an address, or hold what they describe. */
function requiredOfAiCatalog({ specVersion, entries: raw }: Json, origin: string): Fields {
  const entries = objectsOf(raw);
  const every = (good: (entry: Json) => boolean): boolean => entries?.every(good) ?? true;
  return {
    specVersion: isText(specVersion),
    entries: entries !== null,
    "entries[].type": every(({ type, mediaType }) => isText(type) || isText(mediaType)),
    "entries[].url": every(
      ({ url, data, inline }) => webAddress(url, `${origin}/`) !== null || asObject(data ?? inline) !== null,
    ),
  };
}

const agentCard: ReadinessCheck = {
  id: "agent-card",
  title: "A2A agent card",
  points: 6,
  asked: "GET /.well-known/agent-card.json: a card of A2A 1.0",
  fix: "Publish an agent card with all fields that A2A 1.0 requires, among them supportedInterfaces and skills.",
  documentation: "https://a2a-protocol.org/latest/specification/",
  judge({ agentCard: answer, origin }) {
    return judgeDocument(answer, (card) => requiredOfAgentCard(card, origin), "A valid agent card.");
  },
};

function requiredOfAgentCard(card: Json, origin: string): Fields {
  const interfaces = objectsOf(card.supportedInterfaces);
  const skills = objectsOf(card.skills);
  const each = (good: (one: Json) => boolean): boolean => interfaces?.every(good) ?? true;
  const eachSkill = (good: (skill: Json) => boolean): boolean => skills?.every(good) ?? true;
  return {
    name: isText(card.name),
    description: isText(card.description),
    version: isText(card.version),
    capabilities: asObject(card.capabilities) !== null,
    defaultInputModes: isTextList(card.defaultInputModes),
    defaultOutputModes: isTextList(card.defaultOutputModes),
    supportedInterfaces: interfaces !== null,
    "supportedInterfaces[].url": each(({ url }) => webAddress(url, origin) !== null),
    "supportedInterfaces[].protocolBinding": each(({ protocolBinding }) => isText(protocolBinding)),
    "supportedInterfaces[].protocolVersion": each(({ protocolVersion }) => isText(protocolVersion)),
    skills: skills !== null,
    "skills[].id": eachSkill(({ id }) => isText(id)),
    "skills[].name": eachSkill(({ name }) => isText(name)),
    "skills[].description": eachSkill(({ description }) => isText(description)),
    "skills[].tags": eachSkill(({ tags }) => isTextList(tags)),
  };
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
    const judged = judgeDocument(answer, (index) => requiredOfIndex(index, origin), "A valid index.");
    if (!opened.ok || judged.verdict !== "pass") return judged;
    const skills = objectsOf(opened.value.skills) ?? [];
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

function requiredOfIndex({ $schema, skills: raw }: Json, origin: string): Fields {
  const skills = objectsOf(raw);
  const each = (good: (skill: Json) => boolean): boolean => skills?.every(good) ?? true;
  return {
    $schema: $schema === SKILLS_SCHEMA,
    skills: skills !== null,
    "skills[].name": each(({ name }) => isText(name) && /^[a-z0-9-]{1,64}$/.test(name)),
    "skills[].type": each(({ type }) => type === "skill-md" || type === "archive"),
    "skills[].description": each(({ description }) => isText(description)),
    "skills[].url": each(({ url }) => webAddress(url, `${origin}/`) !== null),
    "skills[].digest": each(({ digest }) => isText(digest) && /^sha256:[0-9a-f]{64}$/.test(digest)),
  };
}

function digestMatches(file: SiteResponse | null, digest: unknown): "matches" | "differs" | "unread" {
  const read = readDocument(file);
  if (file === null || (read.kind === "none" && read.status === "inconclusive") || file.truncated)
    return "unread";
  return read.kind === "text" && `sha256:${bytesToHex(sha256(file.body))}` === digest ? "matches" : "differs";
}

/** What an agent looks for that works with others. */
export const AGENT_CHECKS: readonly ReadinessCheck[] = [mcp, card, agentCard, agentSkills];
