import { vastTime } from './vast-time.ts';
import { isFrom, type VastVersion } from './vast-version.ts';
import type { VideoIcon } from './video-ad.ts';
import { writeResource } from './write-resource.ts';
import { addresses, element } from './xml-text.ts';

/** Icons as one element; before 3.0 there were none. */
export function writeIcons(icons: readonly VideoIcon[], version: VastVersion): string {
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
