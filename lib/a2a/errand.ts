import { base64ToText, textToBase64Url } from "../http/base64";
import { randomHex } from "../http/digest";
import { isDeeper, MAX_LEVELS } from "../http/nesting";
import { isRecord } from "../is-record";
import { CODES, ProtocolRefusal } from "./protocol";

/** What a task is about: a skill of the agent card, and its arguments. */
export interface Errand {
  skill: string;
  args: Record<string, unknown>;
}

/** An errand and the context of its task; null where there is no task yet, or an id of somebody's own making names none. */
export interface Known extends Errand {
  contextId: string | null;
}

/**
 * A task's id holds its errand and its context, so that no instance needs to keep tasks, and any of them takes the payment
 * that follows. It proves nothing and needs no secret: who pays with an id of their own making buys what it says, as it says.
 */
export const taskIdOf = ({ skill, args }: Errand, contextId: string): string =>
  textToBase64Url(JSON.stringify([skill, args, randomHex(8), contextId]));

export const unknownTask = (): ProtocolRefusal =>
  new ProtocolRefusal(
    CODES.taskNotFound,
    "There is no such task. Tasks are not kept: send the message again; with the same payment it is answered again, uncharged.",
  );

/** What a task's id tells. Throws the protocol's TaskNotFoundError for an id that this service did not give. */
export function errandOf(taskId: string): Known {
  let held: unknown;
  try {
    held = JSON.parse(base64ToText(taskId));
  } catch {
    throw unknownTask(); // no id of ours, whatever it is
  }
  const [skill, args, , contextId]: unknown[] = Array.isArray(held) ? held : [];
  // The id came as text, so that nothing has looked yet at how its arguments are nested.
  if (typeof skill !== "string" || !isRecord(args) || isDeeper(args, MAX_LEVELS)) throw unknownTask();
  return { skill, args, contextId: typeof contextId === "string" && contextId !== "" ? contextId : null };
}
