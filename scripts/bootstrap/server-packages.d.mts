/** Folders of node_modules that a built server needs, relative to the repository. */
export function serverPackages(): ReadonlySet<string>;
export function isUnusedFile(path: string): boolean;
