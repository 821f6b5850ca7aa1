/**
 * Stands in built functions for the parts of the protocol's SDK that depend on the platform (next.config.ts): a validator
 * of JSON Schema, 4 KB of gzip, and the process's streams. The SDK asks the first what people fill in on its request, and
 * this service requests nothing of them; no server here speaks over streams.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("the protocol's SDK asked for a validator that is not built in");
  }
}

export const process = {};
