/** Paths of the state and the parts of segments in the shared store. */
export const storedSegments = 'segments/current.json';
export const storedPart = (name: string): string => `segments/${name}`;
