/** A segment of a layer, at the place by which memberships name it. */
export type LayerSegment = {
  readonly code: string;
  /** What it is a value of; attributes alone have one. */
  readonly attribute?: string;
  /** Hours after which a membership that was not confirmed ends; null: the segment is archived and nobody is in it. */
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

/** The memberships that come from one source. */
export type SegmentLayer = {
  /** `connection-12`, or `attributes`. */
  readonly source: string;
  readonly segments: readonly LayerSegment[];
  /** By their number; a part without members is left out. */
  readonly parts: readonly LayerPart[];
};

/** Somebody whom delivery processes are to forget, by the key by which caps count them. Source: docs/decisions/0126. */
export type ForgottenViewer = {
  readonly low: number;
  readonly high: number;
  /** Epoch ms; what was counted later stays. */
  readonly atMs: number;
};

/** What is in force: all layers, and where they may be used. */
export type SegmentState = {
  /** Rises by one with each change. */
  readonly sequence: number;
  readonly layers: readonly SegmentLayer[];
  /** Hosts of pages that are ours, with all below them; null: some publication says none, so every page may be. */
  readonly ownDomains: readonly string[] | null;
  /** Left out: nobody. */
  readonly forgotten?: readonly ForgottenViewer[];
};

/** What a change says anew. */
export type SegmentChange = Pick<SegmentState, 'layers' | 'ownDomains'>;

export const noSegments: SegmentState = { sequence: 0, layers: [], ownDomains: null };
export const partName = /^[a-z0-9-]{1,80}\.part$/;

/**
 * Format of the stored state. In format 1, which has no number, members were stored under folded identifiers: one key could
 * stand for several people, so its layers are not used. The worker imports the deliveries again.
 */
const format = 2;

export function segmentStateText(state: SegmentState): string {
  return JSON.stringify({ format, ...state });
}

/** Returns null when the text is damaged. */
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

/** Names of all files of a state. */
export function partsOfState({ layers }: SegmentState): readonly LayerPart[] {
  return layers.flatMap((layer) => layer.parts);
}
