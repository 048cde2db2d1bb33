/** The structure of a file is invalid for this reader. Another reader may support it. */
export class UnreadableVideo extends Error {}
