/** Where the state and the parts of segments are in the store that hosts share. */
export const storedSegments = 'segments/current.json';
export const storedPart = (name: string): string => `segments/${name}`;
