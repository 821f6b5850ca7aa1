import { disputeAnswer } from "../../lib/payments/trust/dispute/answer";
import { type Service, Stop } from "./service";

/** What each node says of a disputed sale; or, with a decision, its end. */
export async function dispute(
  service: Service,
  payment: string,
  decision: string,
  asJson: boolean,
  print: (lines: readonly string[]) => void,
): Promise<number> {
  if (!["", "paid", "unpaid"].includes(decision)) throw new Stop("Decide by `paid` or `unpaid`.");
  const asked = { payment, ...(decision !== "" && { decision }) };
  const answer = await service.ask("POST", "/api/operator/disputes", asked, disputeAnswer);
  const lines = [
    answer.message,
    `    payment      ${answer.payment}`,
    `    paid by      ${answer.transaction}`,
    `    trust        ${answer.trust}`,
    ...answer.nodes.map(({ node, says, why }) => `    ${node.padEnd(6)} node  ${says}: ${why}`),
  ];
  print(asJson ? [JSON.stringify(answer, null, 2)] : lines);
  return answer.ok ? 0 : 1;
}
