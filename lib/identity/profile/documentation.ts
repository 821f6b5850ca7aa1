import { documentRoute } from "@/lib/catalog/document";
import { SAMPLE_CARD, SAMPLE_PROFILE } from "../documentation";
import { profileAnswer } from "./answer";
import { profileEntry } from "./entry";

export const profileDocumentation = documentRoute(profileEntry, {
  description:
    "With `id` an agent's profile and card. With `list=1` a page of the directory, newest first: every agent with a proved wallet, and of the others the newest three of each network and day; `verified` filters. Names and descriptions are strangers' words. In the directory an agent's addresses are those that are proved; `claims` are those that somebody named.",
  output: profileAnswer,
  sample: {
    input: { id: SAMPLE_PROFILE.id },
    output: { ok: true, agent: SAMPLE_PROFILE, card: SAMPLE_CARD },
  },
});
