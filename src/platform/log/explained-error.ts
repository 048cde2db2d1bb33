/** An error whose message states the problem and the remedy. The command line prints it without a stack trace. */
export class ExplainedError extends Error {}
