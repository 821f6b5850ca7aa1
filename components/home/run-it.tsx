import { Island } from "@/components/islands/island";
import { UnpaidCurl } from "@/components/pay/unpaid-curl";
import { CommandLine } from "@/components/ui/command-line";
import { Section } from "./section";
import { RUN, RUN_402, RUN_LEAD } from "./words";

export function RunIt({ path, origin }: { path: string; origin: string }) {
  return (
    <Section id="run" title="Run it yourself" lead={<p>{RUN_LEAD}</p>}>
      <ul className="grid gap-7">
        {RUN.map(({ title, text, command, label }) => (
          <li key={title}>
            <h3 className="font-semibold">{title}</h3>
            <p className="mt-1 mb-3 text-muted">{text}</p>
            <Island name="CommandLine" of={CommandLine} props={{ command, label }} />
          </li>
        ))}
        <li>
          <h3 className="font-semibold">{RUN_402.title}</h3>
          <p className="mt-1 mb-3 text-muted">{RUN_402.text}</p>
          <Island name="UnpaidCurl" of={UnpaidCurl} props={{ path, origin }} />
        </li>
      </ul>
    </Section>
  );
}
