export type OpenDataFile = {
  /** Path below the area: `events/day=2026-11-27/hour=13/<name>.parquet`. */
  readonly name: string;
  readonly bytes: number;
};

/**
 * Files of open data in the folder or bucket of the file store. A file is replaced as a whole, and is durable when
 * `put` resolves.
 */
export type OpenDataStore = {
  /** Stores a local file under a name. */
  put(name: string, path: string): Promise<void>;
  putText(name: string, text: string): Promise<void>;
  /** null: not found. */
  getText(name: string): Promise<string | null>;
  /** Copies a stored file to a local path; false: not found. */
  fetch(name: string, path: string): Promise<boolean>;
  /** Returns the path of a stored file; null: the files are in a bucket. */
  localPath(name: string): string | null;
  /** Returns all files below a folder, in order of their names. */
  list(folder: string): Promise<readonly OpenDataFile[]>;
  /** Removes a file. A missing file is not an error. */
  remove(name: string): Promise<void>;
  close(): Promise<void>;
};
