import { maxAnnouncedBytesPerOwner, maxOpenUploads, maxStoredUploadBytes } from '../../../core/vocabulary/limits.ts';
import type { Upload } from './upload.ts';
import { UploadRefused } from './upload-refused.ts';

/** Bytes of each upload on disk that are not acknowledged yet, by id; counted from the beginning of the file. */
type Arriving = ReadonlyMap<string, number>;

/**
 * Throws when the owner may not begin another upload. Announced bytes count against their owner only: an announcement costs
 * nothing, so it must not take room from other owners.
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

/** Throws when the uploads of all owners hold as many bytes as the folder may. */
function requireDiskSpace(all: readonly Upload[], arriving: Arriving): void {
  const stored = all.reduce((sum, { id, receivedBytes }) => sum + Math.max(receivedBytes, arriving.get(id) ?? 0), 0);
  if (stored >= maxStoredUploadBytes) throw new UploadRefused('full');
}
