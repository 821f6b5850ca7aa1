import { Section } from "./section";

interface Step {
  title: string;
  text: string;
  /** What goes over the wire: header or status lines, sent (`>`) or received (`<`), as curl -v marks them. */
  wire: readonly string[];
}

const steps = (path: string, price: string): Step[] => [
  {
    title: "Ask",
    text: "Send the request as it is. The answer is a 402 with the price, the chains it can be paid on, and the address to pay.",
    wire: [`> POST ${path}`, `< 402 Payment Required`, `< PAYMENT-REQUIRED: eyJ4NDAyVmVyc…`],
  },
  {
    title: "Sign",
    text: `Your wallet signs a USDC transfer of exactly ${price}, on Base or Solana, and the same request goes out again with it. Nothing has moved yet.`,
    wire: [`> POST ${path}`, `> PAYMENT-SIGNATURE: eyJ4NDAyVmVyc…`],
  },
  {
    title: "Get the answer",
    text: "The payment is verified, the answer is made and written down, and only then is the payment settled. Answer and receipt come in one response.",
    wire: [`< 200 OK`, `< PAYMENT-RESPONSE: eyJzdWNjZXNzI…`],
  },
];

export function Payment({ path, price }: { path: string; price: string }) {
  return (
    <Section
      id="payment"
      title="How a call is paid"
      lead={
        <p>
          HTTP has had a status for this since 1997. The x402 protocol gives it a body: any x402 client pays
          by itself, and two requests are the whole exchange.
        </p>
      }
    >
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
