import { z } from 'zod';
import type { SourceFile } from '../../../management/resources/segment/delivery-source.ts';
import { DeliveryFault } from './delivery-fault.ts';
import { segmentCode } from './read-rows.ts';

const maxFiles = 10_000;
export const maxManifestBytes = 4 * 1024 * 1024;
/**
 * Marker that platforms write when all files are complete, without listing them. All files in the folder belong to the
 * delivery.
 */
export const emptyMarker = '_SUCCESS';
export const manifestName = 'manifest.json';
const dataFile = /\.(csv|jsonl|ndjson|json)(\.gz)?$/i;

const manifestSchema = z.object({
  version: z.literal(1),
  kind: z.enum(['full', 'delta']),
  files: z
    .array(
      z.object({
        path: z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$))[^\\\0]{1,500}$/),
        bytes: z.int().nonnegative(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/i),
        rows: z.int().nonnegative().optional(),
        segment: z.string().regex(segmentCode).optional(),
      }),
    )
    .min(1)
    .max(maxFiles),
});

/** A file of a delivery, with the data of its manifest. */
export type DeliveredFile = {
  /** Relative to the folder of the delivery. */
  readonly path: string;
  readonly format: 'csv' | 'jsonl';
  readonly isGzip: boolean;
  readonly bytes: number;
  /** null: not stated by a manifest. */
  readonly sha256: string | null;
  readonly rows: number | null;
  readonly segment?: string | undefined;
};

export type Manifest = { readonly kind: 'full' | 'delta'; readonly files: readonly DeliveredFile[] };

/** Parses a manifest. Throws `DeliveryFault`. Unknown properties are ignored. */
export function readManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DeliveryFault('manifest_invalid', 'the manifest is not valid JSON');
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new DeliveryFault('manifest_invalid', `/${issue?.path.join('/') ?? ''}: ${issue?.message ?? ''}`);
  }
  const { kind, files } = parsed.data;
  return {
    kind,
    files: files.map(({ path, bytes, sha256, rows, segment }) => {
      const shape = shapeOf(path);
      if (shape === null) throw new DeliveryFault('manifest_invalid', `${path} is neither CSV nor JSON Lines`);
      return { path, ...shape, bytes, sha256: sha256.toLowerCase(), rows: rows ?? null, segment };
    }),
  };
}

/** Returns a full delivery of all files in the folder of a marker. */
export function manifestOfMarker(files: readonly SourceFile[], folder: string): Manifest {
  const delivered = files.flatMap(({ path, bytes }) => {
    const shape = shapeOf(path);
    if (shape === null) return [];
    return [{ path: path.slice(folder === '' ? 0 : folder.length + 1), ...shape, bytes, sha256: null, rows: null }];
  });
  if (delivered.length === 0) throw new DeliveryFault('file_missing', `no data file next to ${emptyMarker}`);
  return { kind: 'full', files: delivered };
}

/** null: not a data file. */
export function shapeOf(path: string): Pick<DeliveredFile, 'format' | 'isGzip'> | null {
  const match = dataFile.exec(path);
  if (match === null || /(?:^|\/)manifest\.json$/i.test(path)) return null;
  return { format: match[1]?.toLowerCase() === 'csv' ? 'csv' : 'jsonl', isGzip: match[2] !== undefined };
}
