import { Section } from "./section";
import { PAYMENT_LEAD, steps } from "./words";

export function Payment({ path, price }: { path: string; price: string }) {
  return (
    <Section id="payment" title="How a call is paid" lead={<p>{PAYMENT_LEAD}</p>}>
      <ol className="grid gap-8">
        {steps(path, price).map(({ title, text, wire }, index) => (
          <li key={title} className="grid gap-x-8 gap-y-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
            <div className="grid grid-cols-[1.75rem_minmax(0,1fr)]">
              <span className="figures text-accent" aria-hidden="true">
                {index + 1}
              </span>
              <div>
                <h3 className="font-semibold">{title}</h3>
                <p className="mt-1 text-muted">{text}</p>
              </div>
            </div>
            <code className="figures self-start rounded-lg border border-rule bg-panel px-4 py-3 text-xs/6 max-md:ml-7">
              {wire.map((line) => (
                <span key={line} className="block wrap-anywhere">
                  {line}
                </span>
              ))}
            </code>
          </li>
        ))}
      </ol>
    </Section>
  );
}
