import { type NativeImage, type NativeParts, thirdPartyEvents } from '../../answer/native-ad.ts';
import { isObject, type JsonObject } from '../../request/read-request.ts';
import { fieldsAt } from './bid-request.ts';

/** Type of an image that represents the advertiser and not the offer. Source: OpenRTB Native 1.2, 7.3. */
const iconType = 1;
const defaultAssets: readonly JsonObject[] = [
  { id: 1, title: {} },
  { id: 2, img: { type: 3 } },
];

/**
 * Returns the native markup for the native request of an impression, as text, or null if the ad lacks a required asset.
 * Source: OpenRTB Native 1.2, 4 and 5.
 */
export function nativeMarkup(request: unknown, parts: NativeParts): string | null {
  const wanted = readNativeRequest(request);
  if (wanted === null) return null;
  const given = Array.isArray(wanted['assets']) ? wanted['assets'].filter(isObject) : [];
  const assets: JsonObject[] = [];
  for (const asset of given.length === 0 ? defaultAssets : given) {
    const filled = fillAsset(asset, parts);
    if (filled !== null) assets.push({ id: asset['id'], ...filled });
    else if (asset['required'] === 1) return null;
  }
  const { impression = [], click = [] } = parts.trackers ?? {};
  return JSON.stringify({
    ver: typeof wanted['ver'] === 'string' ? wanted['ver'] : '1.2',
    assets,
    link: { url: parts.clickUrl, ...(click.length > 0 && { clicktrackers: click }) },
    ...(Array.isArray(wanted['eventtrackers'])
      ? {
          eventtrackers: [
            { event: 1, method: 1, url: parts.impressionUrl },
            { event: 2, method: 1, url: parts.viewableUrl },
            ...thirdPartyEvents(parts.trackers ?? {}),
          ],
        }
      : { imptrackers: [parts.impressionUrl, ...impression] }),
  });
}

/** The request is JSON in a string. Older requests wrap it in `native`. */
function readNativeRequest(request: unknown): JsonObject | null {
  if (typeof request !== 'string') return null;
  try {
    const content: unknown = JSON.parse(request);
    if (!isObject(content)) return null;
    return isObject(content['native']) ? content['native'] : content;
  } catch {
    return null;
  }
}

function fillAsset(asset: JsonObject, { title, data, image, icon }: NativeParts): JsonObject | null {
  if (isObject(asset['title'])) return { title: { text: shortened(title, asset['title']) } };
  if (isObject(asset['img'])) {
    const picture = asset['img']['type'] === iconType ? icon : image;
    return picture === null || isTooSmall(picture, asset['img']) ? null : { img: picture };
  }
  const wanted = fieldsAt(asset, 'data');
  const found = data.find(({ type }) => type === wanted['type']);
  return found === undefined ? null : { data: { value: shortened(found.value, wanted) } };
}

function shortened(text: string, { len }: JsonObject): string {
  return typeof len === 'number' && len > 0 ? text.slice(0, len) : text;
}

/** Returns true if the image is smaller than the requested minimum. 0 is an unknown size. */
function isTooSmall({ w, h }: NativeImage, { wmin, hmin }: JsonObject): boolean {
  return (w > 0 && typeof wmin === 'number' && w < wmin) || (h > 0 && typeof hmin === 'number' && h < hmin);
}
