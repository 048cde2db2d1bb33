/**
 * Returns the URL of a file for players: unchanged if absolute, else below the delivery address. Own files are stored
 * as paths so that the address may change.
 * @param url absolute, or a path such as `media/<sha256>/video.mp4`
 */
export function mediaAddress(url: string, deliveryUrl: string): string {
  return /^https?:/i.test(url) ? url : `${deliveryUrl}/${url}`;
}
