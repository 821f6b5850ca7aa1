/**
 * The service as a `did:web` identity: who holds the domain says which keys sign for it, at /.well-known/did.json.
 * A port's colon is percent-encoded, as the method demands.
 */
export const serviceDid = (origin: string): string => `did:web:${encodeURIComponent(new URL(origin).host)}`;

/** The DID URL of one key: its fragment is the key's `kid` in /.well-known/jwks.json. */
export const keyUrl = (origin: string, kid: string): string => `${serviceDid(origin)}#${kid}`;
