import { Section } from "@/components/home/section";
import { KEY_DIRECTORY_PATH } from "@/lib/security/web-bot-auth/key-directory-path";
import { CodeBlock } from "./code-block";

interface IdentityProps {
  /** The User-Agent as it is sent. */
  agent: string;
  origin: string;
  /** Whether scans are signed. */
  signed: boolean;
}

/** How a site's owner knows that it was this scanner. */
export function Identity({ agent, origin, signed }: IdentityProps) {
  const directory = `${origin}${KEY_DIRECTORY_PATH}`;
  return (
    <Section
      id="identity"
      title="How to know it was us"
      lead={
        <p>
          Anybody can write our name into a header.{" "}
          {signed ? "Nobody else can make our signature." : "Compare what was asked for with the list below."}
        </p>
      }
    >
      <div className="grid gap-7">
        <div>
          <h3 className="font-semibold">User-Agent</h3>
          <p className="mt-1 mb-3 text-muted">Every request carries this header, and no cookie.</p>
          <CodeBlock lines={[agent]} />
        </div>
        {signed ? (
          <div>
            <h3 className="font-semibold">Signature</h3>
            <p className="mt-1 mb-3 text-muted">
              Every request is signed as Web Bot Auth has it (RFC 9421, Ed25519), over host, method and path,
              for five minutes. The key is in{" "}
              <a href={KEY_DIRECTORY_PATH} className="underline underline-offset-4 hover:text-ink">
                our key directory
              </a>
              . A request in our name without such a signature is not ours.
            </p>
            <CodeBlock
              lines={[
                `Signature-Agent: sig1="${origin}"`,
                'Signature-Input: sig1=("@authority" "@method" "@path" "signature-agent";key="sig1");created=…;expires=…;keyid="…";nonce="…";tag="web-bot-auth"',
                "Signature: sig1=:…:",
              ]}
            />
            <p className="figures mt-3 text-[0.8125rem] text-muted wrap-anywhere">{directory}</p>
          </div>
        ) : (
          <p className="text-muted">Requests are not signed at present.</p>
        )}
        <p className="text-muted">
          Scans leave from whatever address our host gives them at the moment, so there is no list of
          addresses to allow or to block.
        </p>
      </div>
    </Section>
  );
}
