import sharp from 'sharp';

const width = 4_000;
const height = 3_000;

/**
 * Returns a JPEG of 4000 x 3000 pixels and about 6 MB, with the same bytes in every run: shapes of three sizes, edges,
 * and sensor noise.
 */
export async function largePhoto(): Promise<Buffer> {
  const random = randomBytes(20261121);
  const layers = await Promise.all([16, 90, 700].map((columns) => layer(columns, random)));
  const pixels = Buffer.alloc(width * height * 3);
  const amounts = [0.6, 0.3, 0.1];
  for (let index = 0; index < pixels.length; index += 1) {
    let value = 0;
    for (const [layerIndex, amount] of amounts.entries()) value += amount * (layers[layerIndex]?.[index] as number);
    // The sum of two random numbers resembles sensor noise more than one.
    pixels[index] = clamp(value + (random() + random() - 255) * grain);
  }
  const disc = `<svg width="${width}" height="${height}"><circle cx="1400" cy="1200" r="600" fill="#f2e8d0"/>
    <rect x="2400" y="1700" width="900" height="700" fill="#20304a"/></svg>`;
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(disc) }])
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

const grain = 0.075;

async function layer(columns: number, random: () => number): Promise<Buffer> {
  const rows = Math.ceil((columns * height) / width);
  const data = Uint8Array.from({ length: columns * rows * 3 }, random);
  return sharp(data, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
}

/** Returns random numbers from 0 to 255. */
function randomBytes(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state >>> 24;
  };
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}
