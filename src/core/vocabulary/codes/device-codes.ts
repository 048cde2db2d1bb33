/** Device types that the server detects. Clients may send other values of their own. */
export const deviceCodes = ['phone', 'tablet', 'desktop', 'tv'] as const;
/** One of `deviceCodes`. */
export type DeviceCode = (typeof deviceCodes)[number];

/** Common names of detected device types. Neither the detection nor OpenRTB uses them. */
const otherNames: Readonly<Record<string, DeviceCode>> = {
  mobile: 'phone',
  mobilephone: 'phone',
  cellphone: 'phone',
  smartphone: 'phone',
  phones: 'phone',
  ipad: 'tablet',
  tablets: 'tablet',
  computer: 'desktop',
  laptop: 'desktop',
  pc: 'desktop',
  desktops: 'desktop',
  television: 'tv',
  smarttv: 'tv',
  connectedtv: 'tv',
  ctv: 'tv',
};

/**
 * Returns the device type for another common name of it; null for its own name and for values of clients.
 * @example deviceCodeOf('Smart TV') // 'tv'
 */
export function deviceCodeOf(text: string): DeviceCode | null {
  return otherNames[text.toLowerCase().replace(/[^a-z]/g, '')] ?? null;
}
