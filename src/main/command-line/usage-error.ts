/** The command line is invalid. The message contains the reason. */
export class UsageError extends Error {}
