import {
  maxAnnouncedBytesPerOwner,
  maxOpenUploads,
  maxStoredUploadBytes,
} from '../../../core/vocabulary/limits/upload-limits.ts';
import type { Upload } from './upload.ts';
import { UploadRefused } from './upload-refused.ts';

/** Received bytes of each upload on disk, including unacknowledged ones, by ID. */
type Arriving = ReadonlyMap<string, number>;

/**
 * Throws if the owner may not start another upload. Announced bytes only count for their owner: an announcement costs
 * nothing, so it must not reduce the capacity of other owners.
 */
export function requireUploadCapacity(
  all: readonly Upload[],
  arriving: Arriving,
  { owner, bytes }: Pick<Upload, 'owner' | 'bytes'>,
): void {
  const own = all.filter((upload) => upload.owner === owner);
  const announced = own.reduce((sum, upload) => sum + upload.bytes, bytes);
  const open = own.filter((upload) => !upload.used).length;
  if (open >= maxOpenUploads || announced > maxAnnouncedBytesPerOwner) throw new UploadRefused('too_many');
  requireDiskSpace(all, arriving);
}

/** Counts the bytes of a part while they arrive. */
export function countArriving(
  all: ReadonlyMap<string, Upload>,
  arriving: Map<string, number>,
  { id }: Pick<Upload, 'id'>,
): (receivedBytes: number) => void {
  return (receivedBytes) => {
    arriving.set(id, receivedBytes);
    requireDiskSpace([...all.values()], arriving);
  };
}

/** Throws if the uploads of all owners have reached the size limit of the folder. */
function requireDiskSpace(all: readonly Upload[], arriving: Arriving): void {
  const stored = all.reduce((sum, { id, receivedBytes }) => sum + Math.max(receivedBytes, arriving.get(id) ?? 0), 0);
  if (stored >= maxStoredUploadBytes) throw new UploadRefused('full');
}
