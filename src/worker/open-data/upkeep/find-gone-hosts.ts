import { dayMs, hourMs } from '../../../core/time/durations.ts';
import type { PlainStore } from '../../../platform/files/plain-store.ts';
import type { EventExportState } from '../export/event-export-state.ts';
import { findArchivedSegments } from '../export/find-host-segments.ts';

/** Time after which a host without a change of its state is gone. A running host changes it twice a minute. */
const silentMs = 2 * hourMs;
/** Time for which the archive is searched for segments of a host that is gone. */
const searchedMs = 2 * dayMs;

/**
 * Returns the hosts that are gone and have archived segments that they did not export, for example because they were
 * shut down for good.
 * @param options.includesUnknown also hosts that never exported anything. Running hosts have exported within minutes
 */
export async function findGoneHosts(
  archive: PlainStore,
  exports: ReadonlyMap<string, EventExportState>,
  { nowMs, includesUnknown }: { readonly nowMs: number; readonly includesUnknown: boolean },
): Promise<readonly string[]> {
  const silent = [...exports].filter(
    ([, { savedAtMs }]) => nowMs - savedAtMs > silentMs && nowMs - savedAtMs < searchedMs,
  );
  if (silent.length === 0 && !includesUnknown) return [];
  const archived = await findArchivedSegments(archive, '');
  const unknown = includesUnknown ? [...archived.keys()].filter((host) => !exports.has(host)) : [];
  const left = silent.flatMap(([host, { through, segments }]) => {
    const isLeft = (archived.get(host) ?? []).some(
      ({ processId, number, segmentId }) =>
        number > (through[processId] ?? 0) || segments.some((known) => known.segmentId === segmentId),
    );
    return isLeft ? [host] : [];
  });
  return [...unknown, ...left];
}
