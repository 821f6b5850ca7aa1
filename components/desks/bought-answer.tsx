import { AnswerView } from "@/components/answer/answer-view";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Tabs } from "@/components/ui/tabs";

/** What an answer's text holds; null for what is no JSON, which is shown as it came. */
function parsed(text: string): { answer: unknown } | null {
  try {
    return { answer: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** A bought answer as the sample beside it is read: in words and tables, the JSON one key away. */
export function BoughtAnswer({ text }: { text: string }) {
  const read = parsed(text);
  const json = read === null ? text : JSON.stringify(read.answer, null, 2);
  const raw = <CodeBlock code={json} label="The answer as JSON" />;
  return (
    <section aria-label="The answer" className="grid grid-cols-[minmax(0,1fr)]">
      {read === null ? (
        raw
      ) : (
        <Tabs
          label="The answer that you bought"
          tabs={[
            {
              value: "read",
              label: "Answer",
              content: (
                <Card>
                  <AnswerView answer={read.answer} />
                </Card>
              ),
            },
            { value: "json", label: "Raw JSON", content: raw },
          ]}
        />
      )}
    </section>
  );
}
