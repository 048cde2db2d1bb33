/**
 * Where a player gets a file: as it stands, or below the delivery address when it is one of our own, whose path alone is
 * kept so that the address may change.
 * @param url absolute, or a path such as `media/<sha256>/film.mp4`
 */
export function mediaAddress(url: string, deliveryUrl: string): string {
  return /^https?:/i.test(url) ? url : `${deliveryUrl}/${url}`;
}
