import { hourMs } from '../../../core/time/durations.ts';
import type { DeliverySource, SourceFile } from '../../../management/resources/segment/delivery-source.ts';
import { DeliveryFault } from './delivery-fault.ts';
import {
  emptyMarker,
  type Manifest,
  manifestName,
  manifestOfMarker,
  maxManifestBytes,
  readManifest,
  shapeOf,
} from './manifest.ts';

/** Time after which files without a manifest are reported. The exporter forgot the manifest or stopped. */
const manifestWaitMs = hourMs;

/** A folder with files whose manifest states that they are complete, or whose manifest is missing. */
export type FoundDelivery = {
  /** Relative to the location of the connection. */
  readonly folder: string;
  /** Changes when the content changes. */
  readonly tag: string;
  /** null: missing for too long. */
  readonly manifest: SourceFile | null;
};

/** Finds deliveries, ordered by folder name, so that folders named by time are imported in chronological order. */
export function findDeliveries(files: readonly SourceFile[], nowMs: number): readonly FoundDelivery[] {
  const manifests = new Map<string, SourceFile>();
  for (const file of files) {
    const name = nameOf(file.path);
    const folder = folderOf(file.path);
    // If both exist, the manifest has precedence over the marker.
    if (name === manifestName || (name === emptyMarker && !manifests.has(folder))) manifests.set(folder, file);
  }
  const found: FoundDelivery[] = [...manifests].map(([folder, manifest]) => ({ folder, tag: manifest.tag, manifest }));
  const stray = files.filter(({ path }) => shapeOf(path) !== null && !isClaimed(folderOf(path), manifests));
  for (const [folder, those] of Map.groupBy(stray, ({ path }) => folderOf(path))) {
    const newest = those.reduce((one, other) => (other.changedAtMs > one.changedAtMs ? other : one));
    if (nowMs - newest.changedAtMs > manifestWaitMs) found.push({ folder, tag: newest.tag, manifest: null });
  }
  return found.toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** Reads the manifest of a delivery. Throws `DeliveryFault` if it is missing or invalid. */
export async function resolveManifest(
  source: DeliverySource,
  { folder, manifest }: FoundDelivery,
  files: readonly SourceFile[],
): Promise<Manifest> {
  if (manifest === null) {
    throw new DeliveryFault('manifest_missing', `files have been present for an hour without ${manifestName}`);
  }
  if (nameOf(manifest.path) === emptyMarker) {
    return manifestOfMarker(
      files.filter(({ path }) => folderOf(path) === folder),
      folder,
    );
  }
  const stream = await source.open(manifest.path);
  if (stream === null) throw new DeliveryFault('manifest_missing', `${manifestName} no longer exists`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxManifestBytes) throw new DeliveryFault('manifest_invalid', 'the manifest is too large');
    chunks.push(chunk as Buffer);
  }
  return readManifest(Buffer.concat(chunks).toString('utf8'));
}

function isClaimed(folder: string, manifests: ReadonlyMap<string, SourceFile>): boolean {
  for (let at = folder; ; at = folderOf(at)) {
    if (manifests.has(at)) return true;
    if (at === '') return false;
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
