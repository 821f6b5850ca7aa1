const questions = new WeakSet<Request>();

/** Notes a request that is made to learn what it costs: nobody gets its answer, and nothing is used up by it. */
export function notePriceQuestion(request: Request): Request {
  questions.add(request);
  return request;
}

export const isPriceQuestion = (request: Request): boolean => questions.has(request);
