import type { ReviveRow } from '../source/revive-data.ts';
import { integerIn, textIn } from '../source-values.ts';

const maxDurationSeconds = 86_399;
const maxPixels = 16_384;

type VideoContent =
  | {
      readonly kind: 'video';
      readonly fields: Readonly<Record<string, unknown>>;
      readonly notes: readonly { readonly feature: string; readonly message: string }[];
      readonly unsupported: readonly { readonly feature: string; readonly message: string; readonly remedy: string }[];
    }
  | { readonly fault: string; readonly remedy: string };

type VideoSource = { readonly isOverlay: boolean; readonly elements: readonly ReviveRow[] };

/** Returns the video of a banner of the official video plugin, from its row in `banner_vast_element`. */
export function videoContentOf(banner: ReviveRow, { isOverlay, elements }: VideoSource): VideoContent {
  if (isOverlay) {
    return {
      fault: 'Placard has no overlays over a video.',
      remedy: 'Create a linear video creative, or a banner next to the player.',
    };
  }
  const settings = settingsOf(banner, elements[0]);
  const url = settings('vast_video_outgoing_filename').trim();
  const seconds = Number(settings('vast_video_duration'));
  const mime = mimeOf(settings('vast_video_type'), url);
  if (!/^https?:\/\/[^\s"'<>]+$/i.test(url)) {
    return { fault: `The video URL "${url.slice(0, 80)}" is not valid.`, remedy: 'Upload the video as a creative.' };
  }
  if (mime === null || /flv|flash|shockwave/i.test(mime)) {
    return { fault: 'Players no longer show the type of the video.', remedy: 'Upload an MP4 file as a creative.' };
  }
  if (!(seconds > 0 && seconds <= maxDurationSeconds)) {
    return { fault: 'The duration of the video is unknown.', remedy: 'Upload the video as a creative.' };
  }
  const bitrate = whole(settings('vast_video_bitrate'), 1_000_000);
  const file = {
    url,
    mime,
    width: whole(settings('vast_video_width'), maxPixels) ?? 0,
    height: whole(settings('vast_video_height'), maxPixels) ?? 0,
    ...(bitrate !== null && bitrate > 0 && { bitrate }),
    ...(/stream/i.test(settings('vast_video_delivery')) && { delivery: 'streaming' }),
  };
  const companionId = whole(settings('vast_companion_banner_id'), Number.MAX_SAFE_INTEGER) ?? 0;
  const thirdParty = settings('vast_thirdparty_impression').trim();
  const isTracker = /^https?:\/\/[^\s"'<>]+$/i.test(thirdParty);
  const click = settings('vast_video_clickthrough_url').trim();
  return {
    kind: 'video',
    fields: {
      media: { durationMs: Math.round(seconds * 1_000), files: [file] },
      ...(isTracker && { trackers: { impression: [thirdParty] } }),
      ...(/^https?:\/\/[^\s"'<>\\`@?#/]+[^\s"'<>\\`]*$/i.test(click) && { clickUrl: click }),
    },
    notes: [{ feature: 'video', message: 'The video remains on its server.' }],
    unsupported:
      companionId > 0
        ? [
            {
              feature: 'companion',
              message: `The companion banner ${companionId} is not imported with the video.`,
              remedy: 'Add a companion to the creative.',
            },
          ]
        : [],
  };
}

/** Settings are columns of the table, or of the serialized PHP array in `parameters`. */
function settingsOf(banner: ReviveRow, element: ReviveRow | undefined): (name: string) => string {
  const parameters = textIn(banner, 'parameters');
  return (name) => {
    if (element !== undefined && element[name] !== undefined) return textIn(element, name);
    const [, text, number] = new RegExp(`"${name}";(?:s:\\d+:"([^"]*)"|[id]:([\\d.]+))`).exec(parameters) ?? [];
    return text ?? number ?? '';
  };
}

const types: Readonly<Record<string, string>> = { mp4: 'video/mp4', webm: 'video/webm', m3u8: 'application/x-mpegURL' };

function mimeOf(type: string, url: string): string | null {
  if (/^[\w.+-]+\/[\w.+-]+$/.test(type)) return type;
  const [, extension = ''] = /\.(\w+)(?:[?#]|$)/.exec(url) ?? [];
  return types[extension.toLowerCase()] ?? null;
}

function whole(text: string, greatest: number): number | null {
  const number = integerIn({ text }, 'text', -1);
  return number >= 0 && number <= greatest ? number : null;
}
