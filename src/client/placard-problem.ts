import type { Problem } from './generated/types.gen.ts';

/** A problem of the API as an error, for those who would rather catch than look. */
export class PlacardProblem extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.status} ${problem.code}: ${problem.detail ?? problem.title}`);
    this.name = 'PlacardProblem';
    this.problem = problem;
  }
}

/** What an operation comes to. */
export type Outcome<Data> = {
  readonly data: Data | undefined;
  readonly error: Problem | undefined;
  readonly response?: Response;
};

/** What an operation that went well answers. */
export type Success<Data> = { readonly data: Data; readonly response: Response };

/** The answer of an operation; a problem is thrown as a `PlacardProblem`. */
export async function orThrow<Data>(outcome: Outcome<Data> | Promise<Outcome<Data>>): Promise<Success<Data>> {
  const { data, error, response } = await outcome;
  if (error !== undefined) throw new PlacardProblem(error);
  if (response === undefined) throw new TypeError('An outcome without an answer is no success');
  // Without an error there is what the operation answers.
  return { data: data as Data, response };
}

/** True for a body of RFC 9457 with a code of ours. */
export function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && !(body instanceof Error) && 'code' in body && 'status' in body;
}
