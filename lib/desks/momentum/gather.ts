import type { Feed } from "@/lib/sources/feeds";
import { ONE_PROVIDER, type ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import type { Reading } from "@/lib/sources/source";
import { NARRATIVE_FEEDS } from "../narrative";
import { gatherScreen, type ScreenInputs } from "../token-screen";
import { liveliest } from "./ranking";
import { type Rotation, THEMES } from "./theme";

export interface MomentumInputs {
  rotation: Rotation;
  screen: ScreenInputs;
  feeds: readonly Reading<Feed>[];
}

/** Screen and headlines side by side; only the screen's details wait for its lists. */
export async function gatherMomentum(
  read: ReadSources,
  context: ReadContext,
  rotation: Rotation,
): Promise<MomentumInputs> {
  const pinned = rotation.theme === null ? [] : THEMES[rotation.theme].pinned;
  const [screen, feeds] = await Promise.all([
    gatherScreen(read, context, {
      chain: rotation.chain,
      pinned,
      first: (inputs) => liveliest(rotation, inputs, context.now),
    }),
    read(NARRATIVE_FEEDS, { ...context, patience: ONE_PROVIDER }),
  ]);
  return { rotation, screen, feeds: Object.values(feeds) };
}
