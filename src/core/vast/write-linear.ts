import { videoEvents } from '../vocabulary/video-events.ts';
import { eventName, type VideoTracking } from './tracking-events.ts';
import { vastOffset, vastTime } from './vast-time.ts';
import { isFrom, type VastVersion } from './vast-version.ts';
import type { InlineAd, InteractiveFile, VideoAd, VideoFile, VideoIcon, WrapperAd } from './video-ad.ts';
import { writeResource } from './write-resource.ts';
import { addresses, element, text } from './xml-text.ts';

/** Returns the `Linear` element of an ad; empty if a wrapper adds nothing. */
export function writeLinear(ad: VideoAd, version: VastVersion): string {
  const icons = writeIcons(ad.icons, version);
  const tracking = writeTracking(ad.tracking, version);
  const clicks = writeClicks(ad, version);
  if (ad.kind === 'wrapper') return element('Linear', {}, icons, tracking, clicks);
  const duration = element('Duration', {}, text(vastTime(ad.durationMs)));
  const files = element(
    'MediaFiles',
    {},
    ...ad.mediaFiles.map((file) => writeFile(file, version)),
    writeInteractive(ad.interactive, version),
  );
  const mayBeSkipped = isFrom(version, '3.0') && ad.skipOffset !== null;
  const attributes = { skipoffset: mayBeSkipped && ad.skipOffset !== null ? vastOffset(ad.skipOffset) : null };
  return isFrom(version, '4.0')
    ? element('Linear', attributes, icons, tracking, duration, files, clicks)
    : element('Linear', attributes, icons, duration, tracking, clicks, files);
}

function writeTracking(tracking: VideoTracking, version: VastVersion): string {
  const events = videoEvents.map((event) => {
    const name = eventName(event, version);
    return name === null ? '' : addresses('Tracking', tracking.events[event] ?? [], { event: name });
  });
  const progress = isFrom(version, '3.0')
    ? tracking.progress.map(({ offset, url }) =>
        addresses('Tracking', [url], { event: 'progress', offset: vastOffset(offset) }),
      )
    : [];
  return element('TrackingEvents', {}, ...events, ...progress);
}

function writeClicks(ad: InlineAd | WrapperAd, version: VastVersion): string {
  const target = ad.kind === 'inline' ? ad.clickThrough : null;
  const through = target === null ? '' : addresses('ClickThrough', [target]);
  const tracking = addresses('ClickTracking', ad.clickTracking);
  return element('VideoClicks', {}, ...(isFrom(version, '4.0') ? [tracking, through] : [through, tracking]));
}

function writeFile(file: VideoFile, version: VastVersion): string {
  const { bitrate } = file;
  const range = typeof bitrate === 'object' && bitrate !== null && isFrom(version, '3.0') ? bitrate : null;
  return addresses('MediaFile', [file.url], {
    id: file.id,
    delivery: file.delivery,
    type: file.mime,
    width: file.width,
    height: file.height,
    codec: isFrom(version, '3.0') ? file.codec : null,
    bitrate: typeof bitrate === 'number' ? bitrate : null,
    minBitrate: range?.min ?? null,
    maxBitrate: range?.max ?? null,
    scalable: file.scalable,
    maintainAspectRatio: file.keepAspectRatio,
    fileSize: isFrom(version, '4.1') ? file.bytes : null,
  });
}

/** Returns the `InteractiveCreativeFile` element; empty before 4.0. */
function writeInteractive(file: InteractiveFile | null, version: VastVersion): string {
  if (file === null || !isFrom(version, '4.0')) return '';
  const { url, mime, apiFramework, variableDuration } = file;
  return addresses('InteractiveCreativeFile', [url], {
    type: mime,
    apiFramework,
    variableDuration: isFrom(version, '4.1') ? variableDuration : null,
  });
}

/** Returns the `Icons` element. VAST versions before 3.0 have none. */
function writeIcons(icons: readonly VideoIcon[], version: VastVersion): string {
  if (!isFrom(version, '3.0')) return '';
  return element('Icons', {}, ...icons.map((icon) => writeIcon(icon, version)));
}

function writeIcon(icon: VideoIcon, version: VastVersion): string {
  const { program, width, height, xPosition, yPosition, offsetMs, durationMs } = icon;
  const attributes = {
    program,
    width,
    height,
    xPosition,
    yPosition,
    offset: offsetMs === null ? null : vastTime(offsetMs),
    duration: durationMs === null ? null : vastTime(durationMs),
  };
  const clicks = [
    icon.clickThrough === null ? '' : addresses('IconClickThrough', [icon.clickThrough]),
    addresses('IconClickTracking', icon.clickTracking),
  ];
  return element(
    'Icon',
    attributes,
    writeResource(icon.resource),
    element('IconClicks', {}, ...(isFrom(version, '4.0') ? clicks : clicks.toReversed())),
    addresses('IconViewTracking', icon.viewTracking),
  );
}
