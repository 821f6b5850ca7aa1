import type { ChallengeTemplate } from "./challenge";
import { CHALLENGES } from "./challenges.generated";

const byPath = new Map(CHALLENGES.map((template) => [template.path, template]));

/** The challenge of a paid route, rendered from the catalog by scripts/render-challenges.ts before every build. */
export function templateOf(path: string): ChallengeTemplate {
  const template = byPath.get(path);
  if (template === undefined) throw new Error(`no challenge was rendered for ${path}; run npm run render`);
  return template;
}
