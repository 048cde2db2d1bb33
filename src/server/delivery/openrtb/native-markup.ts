import type { NativeParts } from '../answers/native-ad.ts';
import { isObject, type JsonObject } from '../requests/read-request.ts';
import { fieldsAt } from './bid-request.ts';

/** Kind of data asset that describes what is advertised. Source: OpenRTB Native 1.2, 7.4. */
const descriptionType = 2;
const defaultAssets: readonly JsonObject[] = [
  { id: 1, title: {} },
  { id: 2, img: { type: 3 } },
];

/**
 * The native markup for the request in an impression, as text; null when an asset is required that the ad does not have.
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
  return JSON.stringify({
    ver: typeof wanted['ver'] === 'string' ? wanted['ver'] : '1.2',
    assets,
    link: { url: parts.clickUrl },
    ...(Array.isArray(wanted['eventtrackers'])
      ? {
          eventtrackers: [
            { event: 1, method: 1, url: parts.impressionUrl },
            { event: 2, method: 1, url: parts.viewableUrl },
          ],
        }
      : { imptrackers: [parts.impressionUrl] }),
  });
}

/** The request is JSON inside a text; older ones wrap it in `native`. */
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

function fillAsset(asset: JsonObject, { title, description, image }: NativeParts): JsonObject | null {
  if (isObject(asset['title'])) {
    const { len } = asset['title'];
    return { title: { text: typeof len === 'number' && len > 0 ? title.slice(0, len) : title } };
  }
  if (isObject(asset['img'])) return image === null ? null : { img: image };
  const isDescription = fieldsAt(asset, 'data')['type'] === descriptionType;
  return isDescription && description !== null ? { data: { value: description } } : null;
}
