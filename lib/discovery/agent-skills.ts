import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";
import type { PublishedRoute } from "../catalog/document";
import { SKILL_NAME, SKILL_PATH } from "./documents";
import type { Site } from "./site";
import { SKILL_DESCRIPTION, skill } from "./skill";

/** `/.well-known/agent-skills/index.json` (discovery 0.2.0); the digest is that of the file as it is served. */
export const agentSkills = (site: Site, routes: readonly PublishedRoute[]) => ({
  $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
  skills: [
    {
      name: SKILL_NAME,
      type: "skill-md",
      description: SKILL_DESCRIPTION,
      url: SKILL_PATH,
      digest: `sha256:${bytesToHex(sha256(new TextEncoder().encode(skill(site, routes))))}`,
    },
  ],
});
