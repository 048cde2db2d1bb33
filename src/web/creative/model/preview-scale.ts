/** Size of a creative in pixels. */
export type PreviewSize = { readonly width: number; readonly height: number };

/** The surroundings of a preview. */
export type PreviewSurface = 'size' | 'page' | 'phone' | 'screen';

const phone = { width: 390, height: 720 };
const phoneMargin = 16;
const bezel = 12;
const screenShape = 16 / 9;
const largestScreen = 640;
/** Sizes for formats without a size. */
const defaultSize: PreviewSize = { width: 300, height: 250 };
const defaultVideoSize: PreviewSize = { width: 640, height: 360 };

/** The size of a preview: that of the format, else of the creative. */
export function previewSizeOf(
  format: { readonly width: number | null; readonly height: number | null } | undefined,
  creative: { readonly kind: string; readonly width: number | null; readonly height: number | null },
): PreviewSize {
  for (const { width, height } of [format, creative].filter((sized) => sized !== undefined)) {
    if (width !== null && height !== null && width > 0 && height > 0) return { width, height };
  }
  return creative.kind === 'video' || creative.kind === 'vast' ? defaultVideoSize : defaultSize;
}

/**
 * The scale of a preview and the size of the device around it. Only a screen enlarges a creative, to fill the screen.
 * @param availableWidth in pixels; 0: unknown
 */
export function previewScale(surface: PreviewSurface, { width, height }: PreviewSize, availableWidth: number) {
  switch (surface) {
    case 'phone':
      return { scale: Math.min(1, (phone.width - 2 * phoneMargin) / width), device: fitDevice(phone, availableWidth) };
    case 'screen': {
      const long = Math.min(largestScreen, Math.max(0, availableWidth - 2 * bezel));
      const device =
        height > width ? { width: long / screenShape, height: long } : { width: long, height: long / screenShape };
      return { scale: Math.min(device.width / width, device.height / height), device };
    }
    default:
      return { scale: availableWidth === 0 ? 1 : Math.min(1, availableWidth / width), device: null };
  }
}

/** Narrows a device to the available width. Its height stays. */
function fitDevice(device: PreviewSize, availableWidth: number): PreviewSize {
  return availableWidth === 0 ? device : { ...device, width: Math.min(device.width, availableWidth - 2 * bezel) };
}
