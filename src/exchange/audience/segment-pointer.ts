/** A segment of a layer, at the index that memberships refer to. */
export type LayerSegment = {
  readonly code: string;
  /** Its attribute. Only for layers of attributes. */
  readonly attribute?: string;
  /** Hours after which an unconfirmed membership expires; null: the segment is archived and empty. */
  readonly ttlHours: number | null;
};

export type LayerPart = {
  readonly part: number;
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly members: number;
  readonly memberships: number;
};

/** Memberships from one source. */
export type SegmentLayer = {
  /** `connection-12`, or `attributes`. */
  readonly source: string;
  readonly segments: readonly LayerSegment[];
  /** By number. Parts without members are omitted. */
  readonly parts: readonly LayerPart[];
};

/** A viewer whose cap counts delivery processes must remove, by key. Source: docs/decisions/0126. */
export type ForgottenViewer = {
  readonly low: number;
  readonly high: number;
  /** Epoch ms. Later counts are retained. */
  readonly atMs: number;
};

/** State in force: all layers, and the pages that may use them. */
export type SegmentState = {
  /** Incremented with each change. */
  readonly sequence: number;
  readonly layers: readonly SegmentLayer[];
  /** Own domains, including subdomains; null: at least one publication has no domain, so all pages are allowed. */
  readonly ownDomains: readonly string[] | null;
  /** Omitted: none. */
  readonly forgotten?: readonly ForgottenViewer[];
};

/** Content of a change. */
export type SegmentChange = Pick<SegmentState, 'layers' | 'ownDomains'>;

export const noSegments: SegmentState = { sequence: 0, layers: [], ownDomains: null };
export const partName = /^[a-z0-9-]{1,80}\.part$/;

/**
 * Format of the stored state. In format 1, which has no number, members were stored under folded identifiers. One key
 * could represent several people, so its layers are not used. The worker imports the deliveries again.
 */
const format = 2;

export function segmentStateText(state: SegmentState): string {
  return JSON.stringify({ format, ...state });
}

/** Returns null if the text is damaged. */
export function parseSegmentState(text: string): SegmentState | null {
  try {
    const { format: found, ...state } = JSON.parse(text) as Partial<SegmentState> & { readonly format?: number };
    if (!Number.isSafeInteger(state.sequence) || !Array.isArray(state.layers)) return null;
    const names = state.layers.flatMap((layer: SegmentLayer) => layer.parts.map(({ name }) => name));
    if (!names.every((name) => partName.test(name))) return null;
    return { ...(state as SegmentState), ...(found !== format && { layers: [] }) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

/** Returns all files of a state. */
export function partsOfState({ layers }: SegmentState): readonly LayerPart[] {
  return layers.flatMap((layer) => layer.parts);
}
