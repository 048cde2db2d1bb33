/** A failure whose message tells a person what is wrong and what to do; the command line prints it without a stack. */
export class ExplainedError extends Error {}
