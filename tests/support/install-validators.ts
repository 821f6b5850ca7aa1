/** Once before the files that use them: two that install into one folder at a time would break it. */
import { installPeer } from "./peers";

export async function setup(): Promise<void> {
  await installPeer("validators");
}
