/** Pixels of a creative. */
export type PreviewSize = { readonly width: number; readonly height: number };

/** Where a creative is looked at. */
export type PreviewSurface = 'size' | 'page' | 'phone' | 'screen';

const phone = { width: 390, height: 720 };
const phoneMargin = 16;
const bezel = 12;
const screenShape = 16 / 9;
const largestScreen = 640;
/** Formats without a size are shown as large as a common rectangle, films as wide as players are. */
const usual: PreviewSize = { width: 300, height: 250 };
const usualFilm: PreviewSize = { width: 640, height: 360 };

/** The size in which a creative is shown: that of its format, else its own. */
export function previewSizeOf(
  format: { readonly width: number | null; readonly height: number | null } | undefined,
  creative: { readonly kind: string; readonly width: number | null; readonly height: number | null },
): PreviewSize {
  for (const { width, height } of [format, creative].filter((one) => one !== undefined)) {
    if (width !== null && height !== null && width > 0 && height > 0) return { width, height };
  }
  return creative.kind === 'video' || creative.kind === 'vast' ? usualFilm : usual;
}

/**
 * How many times as large a creative is shown, and the size of the device around it: never larger than it is, but on a screen,
 * which it fills.
 * @param room pixels that the place has; 0 while it is not known
 */
export function previewScale(place: PreviewSurface, { width, height }: PreviewSize, room: number) {
  switch (place) {
    case 'phone':
      return { scale: Math.min(1, (phone.width - 2 * phoneMargin) / width), device: fitDevice(phone, room) };
    case 'screen': {
      const long = Math.min(largestScreen, Math.max(0, room - 2 * bezel));
      const device =
        height > width ? { width: long / screenShape, height: long } : { width: long, height: long / screenShape };
      return { scale: Math.min(device.width / width, device.height / height), device };
    }
    default:
      return { scale: room === 0 ? 1 : Math.min(1, room / width), device: null };
  }
}

/** A device keeps its height, and gives way where the room is narrow. */
function fitDevice(device: PreviewSize, room: number): PreviewSize {
  return room === 0 ? device : { ...device, width: Math.min(device.width, room - 2 * bezel) };
}
