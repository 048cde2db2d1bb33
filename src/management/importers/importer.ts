/**
 * Result of reading a source: what an importer returns. An importer only translates. It never writes to the database of
 * Placard, and only its reader contacts the source. Source: docs/decisions/0256-importers.md.
 */
export type ImportResult = {
  readonly document: ImportedDocument;
  /** Raw files of creatives, one for each hash. */
  readonly files: readonly ImportedFile[];
  readonly findings: readonly ImportFinding[];
};

/** Sections of a configuration document that importers produce, in the order of their references. */
export const importedSections = [
  'publishers',
  'publications',
  'locations',
  'formats',
  'positions',
  'mediaPartners',
  'brands',
  'creatives',
  'campaigns',
  'bookings',
] as const;
/** One of `importedSections`. */
export type ImportedSection = (typeof importedSections)[number];

/** A configuration document as a plain object. Objects are indexed by key. */
export type ImportedDocument = { readonly version: 1 } & {
  readonly [Section in ImportedSection]?: Readonly<Record<string, ImportedObject>>;
};

/** An object of a document: fields of the API body, with keys instead of IDs. */
export type ImportedObject = Readonly<Record<string, unknown>>;

/** A raw file of a creative. */
export type ImportedFile = {
  /** Hash of the content, hexadecimal. */
  readonly sha256: string;
  readonly name: string;
  /** Returns the content. Large files are read in parts. */
  read(): AsyncIterable<Uint8Array> | Buffer;
};

/**
 * Outcomes. `imported`: with the same meaning. `translated`: the meaning is kept in another form, or differs as the
 * message says. `unsupported`: not imported, or imported without the feature.
 */
export const findingOutcomes = ['imported', 'translated', 'unsupported'] as const;
/** One of `findingOutcomes`. */
export type FindingOutcome = (typeof findingOutcomes)[number];

/** What happened with one item of the source, or with one feature of an item. */
export type ImportFinding = {
  readonly outcome: FindingOutcome;
  /** Kind of the item in the terms of the source, such as `zone`. */
  readonly sourceKind: string;
  /** ID of the item in the source. Empty if it has none. */
  readonly sourceId: string;
  /** Name of the item in the source. */
  readonly name: string;
  /** Feature of the item, such as `capping`. null: the item itself. */
  readonly feature: string | null;
  /** Explanation in plain English: what Placard does instead. */
  readonly message: string;
  /** What the user can do. null unless the outcome is `unsupported`. */
  readonly remedy: string | null;
  /** Resulting object. null if there is none. */
  readonly target: { readonly section: ImportedSection; readonly key: string } | null;
};
