import type { Problem } from './generated/types.gen.ts';

/** Problem of the API as an error, for code that prefers exceptions. */
export class PlacardProblem extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.status} ${problem.code}: ${problem.detail ?? problem.title}`);
    this.name = 'PlacardProblem';
    this.problem = problem;
  }
}

/** Result of an operation. */
export type Outcome<Data> = {
  readonly data: Data | undefined;
  readonly error: Problem | undefined;
  readonly response?: Response;
};

/** Result of a successful operation. */
export type Success<Data> = { readonly data: Data; readonly response: Response };

/** Returns the result of an operation. Throws a problem as a `PlacardProblem`. */
export async function orThrow<Data>(outcome: Outcome<Data> | Promise<Outcome<Data>>): Promise<Success<Data>> {
  const { data, error, response } = await outcome;
  if (error !== undefined) throw new PlacardProblem(error);
  if (response === undefined) throw new TypeError('The outcome has neither an error nor a response');
  // Without an error the data is present.
  return { data: data as Data, response };
}

/** Returns whether a body is a problem (RFC 9457) with a code of this API. */
export function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && !(body instanceof Error) && 'code' in body && 'status' in body;
}
