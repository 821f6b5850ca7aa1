import { freezing } from "@/lib/accuracy/freeze";
import { proven } from "@/lib/accuracy/proven";
import { creatorViews } from "@/lib/lounge/overlay/views";
import { readSources } from "@/lib/sources/read-sources";
import { type Desk, deskWith } from "../desk";
import { composeVerdict } from "./compose";
import { verdictEntry } from "./entry";
import { gatherVerdict, type VerdictInputs, type VerdictTools } from "./gather";

export type { VerdictInputs, VerdictTools };
export { composeVerdict, gatherVerdict };

export const verdictTools: VerdictTools = { creators: creatorViews, proven };

export const verdictDeskWith = (tools: VerdictTools): Desk<typeof verdictEntry, VerdictInputs> => ({
  entry: verdictEntry,
  gather: (read, context, input) => gatherVerdict(tools, read, context, input),
  compose(inputs, { includeInsider, message }, now) {
    const { answer, missing, frozen } = composeVerdict(
      inputs,
      { route: verdictEntry.label, includeInsider },
      now,
      message,
    );
    return { answer, missing, effects: freezing(frozen) };
  },
});

export const verdictDesk = verdictDeskWith(verdictTools);

export const verdict = deskWith(verdictDesk)(readSources);
