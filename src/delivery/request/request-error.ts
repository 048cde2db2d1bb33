import type { RequestFault } from '../listener/send.ts';

/** An invalid ad request. The message and the pointer identify the error. */
export class RequestError extends Error {
  readonly status: number;
  readonly errors: readonly RequestFault[];

  constructor(problem: { readonly status: number; readonly pointer: string; readonly message: string }) {
    super(problem.message);
    this.status = problem.status;
    this.errors = [{ pointer: problem.pointer, message: problem.message }];
  }
}
