/** What a file holds cannot be followed; another reader may know more. */
export class UnreadableVideo extends Error {}
