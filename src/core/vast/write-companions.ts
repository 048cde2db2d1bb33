import { isFrom, type VastVersion } from './vast-version.ts';
import type { Companion } from './video-ad.ts';
import { writeResource } from './write-resource.ts';
import { addresses, element, text } from './xml-text.ts';

/** Returns the `CompanionAds` element; empty without companions. */
export function writeCompanions(companions: readonly Companion[], version: VastVersion): string {
  return element('CompanionAds', {}, ...companions.map((companion) => writeCompanion(companion, version)));
}

function writeCompanion(companion: Companion, version: VastVersion): string {
  const { id, width, height, slotId, rendering, clickThrough } = companion;
  const attributes = {
    id,
    width,
    height,
    adSlotId: isFrom(version, '3.0') && version !== '4.0' ? slotId : null,
    // Only the schema of 4.0 uses this spelling.
    adSlotID: version === '4.0' ? slotId : null,
    renderingMode: isFrom(version, '4.2') ? rendering : null,
  };
  const resource = writeResource(companion.resource);
  const altText = companion.altText === null ? '' : element('AltText', {}, text(companion.altText));
  const through = clickThrough === null ? '' : addresses('CompanionClickThrough', [clickThrough]);
  const clicks = companion.clickTracking.map((url, index) => {
    // Required from 4.0 on.
    const clickId = isFrom(version, '4.0') ? String(index + 1) : null;
    return isFrom(version, '3.0') ? addresses('CompanionClickTracking', [url], { id: clickId }) : '';
  });
  const views = element('TrackingEvents', {}, addresses('Tracking', companion.creativeView, { event: 'creativeView' }));
  return isFrom(version, '4.0')
    ? element('Companion', attributes, resource, altText, through, ...clicks, views)
    : element('Companion', attributes, resource, views, through, ...clicks, altText);
}
