import type { SegmentFolder } from '../../exchange/audience/segment-folder.ts';
import { parseSegmentState, partsOfState } from '../../exchange/audience/segment-pointer.ts';
import { storedPart, storedSegments } from '../../exchange/audience/stored-names.ts';
import { runRetryLoop } from '../../platform/process/retry-loop.ts';
import type { HostLink } from '../host-link.ts';

/** Polling interval. Segments change every few hours or days, and erasures take effect on every host within seconds. */
const pollMs = 2_000;

/** Keeps the segment folder at the state of the store. Source: docs/decisions/0110-audience-segments.md. */
export function startSegmentPull(
  { store, log }: Pick<HostLink, 'store' | 'log'>,
  folder: SegmentFolder,
): { close(): Promise<void> } {
  const end = new AbortController();
  async function look(): Promise<void> {
    const text = await store.get(storedSegments);
    if (text === null) return;
    const state = parseSegmentState(text.toString('utf8'));
    if (state === null) throw new Error('The segment state in the store is damaged');
    const current = await folder.current();
    if (current !== null && current.sequence >= state.sequence) return;
    const here = await folder.names();
    const brought: string[] = [];
    for (const { name } of partsOfState(state)) {
      if (end.signal.aborted) return;
      if (here.has(name)) continue;
      const content = await store.get(storedPart(name));
      if (content === null) throw new Error(`${name} is missing from the store`);
      await folder.write(name, content);
      brought.push(name);
    }
    await folder.settle(brought);
    // The worker of this host may have updated the folder in the meantime.
    if (((await folder.current())?.sequence ?? 0) >= state.sequence) return;
    await folder.makeCurrent(state);
    await folder.tidy(state, { atOnce: true });
  }
  const running = runRetryLoop({
    task: look,
    pauseMs: pollMs,
    failureMessage: 'Audience segments cannot be read from the store; the local ones remain active',
    log,
    signal: end.signal,
  });
  return {
    async close() {
      end.abort();
      await running;
    },
  };
}
