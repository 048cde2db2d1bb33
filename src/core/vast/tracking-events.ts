import type { VideoEvent } from '../vocabulary/video-events.ts';
import type { TimeOffset } from './vast-time.ts';
import { isFrom, type VastVersion } from './vast-version.ts';

/** URLs to call at each event. */
export type VideoTracking = {
  readonly events: { readonly [Event in VideoEvent]?: readonly string[] };
  /** Called when the given offset has been played. */
  readonly progress: readonly { readonly offset: TimeOffset; readonly url: string }[];
};

type NameByVersion = Readonly<Partial<Record<VastVersion, string | null>>>;

/** Names of events before 4.2, or null if there was none. Each applies from its version until the next listed one. */
const olderNames: { readonly [Event in VideoEvent]?: NameByVersion } = {
  loaded: { '2.0': null, '4.1': 'loaded' },
  skip: { '2.0': null, '3.0': 'skip' },
  playerExpand: { '2.0': 'fullscreen', '4.0': 'playerExpand' },
  playerCollapse: { '2.0': null, '3.0': 'exitFullscreen', '4.0': 'playerCollapse' },
  adExpand: { '2.0': 'expand', '4.0': 'adExpand' },
  adCollapse: { '2.0': 'collapse', '4.0': 'adCollapse' },
  minimize: { '2.0': null, '4.0': 'minimize' },
  acceptInvitation: { '2.0': 'acceptInvitation', '3.0': 'acceptInvitationLinear', '4.1': 'acceptInvitation' },
  otherAdInteraction: { '2.0': null, '4.0': 'otherAdInteraction' },
  closeLinear: { '2.0': 'close', '3.0': 'closeLinear', '4.0': 'close', '4.1': 'closeLinear' },
};

/**
 * Returns the name of an event in a version; null: the version does not have it. Source: the `event` attribute in the
 * schemas of VAST 2.0.1, 3.0, 4.0, 4.1 and 4.2.
 * @example eventName('playerExpand', '3.0') // 'fullscreen'
 */
export function eventName(event: VideoEvent, version: VastVersion): string | null {
  const names = olderNames[event];
  if (names === undefined) return event;
  let name: string | null = event;
  for (const [from, given] of Object.entries(names)) {
    if (isFrom(version, from as VastVersion)) name = given;
  }
  return name;
}
