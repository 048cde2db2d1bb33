import type { RequestFault } from '../listener/send.ts';

/** An ad request that cannot be read; the message and the pointer say which part of it. */
export class RequestError extends Error {
  readonly status: number;
  readonly errors: readonly RequestFault[];

  constructor(problem: { readonly status: number; readonly pointer: string; readonly message: string }) {
    super(problem.message);
    this.status = problem.status;
    this.errors = [{ pointer: problem.pointer, message: problem.message }];
  }
}
