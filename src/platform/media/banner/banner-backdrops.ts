import type { BackdropName, BannerStyle } from './banner-style.ts';

export type BannerSize = { readonly width: number; readonly height: number };

/** Draws the background of a banner in the banner's size. */
export function drawBackdrop(style: BannerStyle, size: BannerSize): string {
  const { width, height } = size;
  return `
    <defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${style.from}"/><stop offset="1" stop-color="${style.to}"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#ground)"/>
    ${backdrops[style.backdrop](style, size)}`;
}

const backdrops: Readonly<Record<BackdropName, (style: BannerStyle, size: BannerSize) => string>> = {
  plain: ({ accent }, { width, height }) => `
    <path d="M0 ${height * 0.86}q${width * 0.25} ${-height * 0.08} ${width * 0.5} 0t${width * 0.5} 0V${height}H0z" fill="${accent}" opacity=".28"/>
    <path d="M0 ${height * 0.92}q${width * 0.25} ${height * 0.06} ${width * 0.5} 0t${width * 0.5} 0V${height}H0z" fill="${accent}" opacity=".3"/>`,

  rings: ({ accent }, { width, height }) => {
    const step = Math.max(width, height) * 0.075;
    return Array.from(
      { length: 11 },
      (_, index) =>
        `<circle cx="${width}" cy="${height}" r="${step * (index + 3)}" fill="none" stroke="${accent}" stroke-width="1.4" opacity="${(0.26 - index * 0.02).toFixed(2)}"/>`,
    ).join('');
  },

  arcs: ({ accent }, { width, height }) => {
    const reach = Math.min(width, height);
    return `
      <circle cx="${width}" cy="${height}" r="${reach * 0.95}" fill="${accent}" opacity=".16"/>
      <circle cx="${width}" cy="${height}" r="${reach * 0.66}" fill="${accent}" opacity=".2"/>
      <circle cx="0" cy="${height}" r="${reach * 0.24}" fill="${accent}" opacity=".12"/>`;
  },

  sea: (_, { width, height }) => {
    const top = height * (height < 120 ? 0.9 : 0.8);
    const wave = Math.max(18, Math.min(60, width / 10));
    const crest = (y: number, shift: number, colour: string) => {
      let path = `M${-wave * 2 + shift} ${y}`;
      for (let x = -wave * 2; x < width + wave * 2; x += wave * 2)
        path += `q${wave / 2} ${-wave * 0.3} ${wave} 0t${wave} 0`;
      return `<path d="${path}V${height}H0z" fill="${colour}"/>`;
    };
    return `${crest(top, 0, '#3d86ac')}${crest(top + height * 0.06, wave * 0.7, '#1b5c86')}${crest(top + height * 0.12, wave * 0.2, '#0f3d63')}`;
  },

  night: (_, { width, height }) => {
    const stars = Array.from({ length: 60 }, (_unused, index) => {
      const x = ((index * 0.618034 + 0.13) % 1) * width;
      const y = ((index * 0.754878 + 0.31) % 1) * height * 0.8;
      return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(0.5 + ((index * 7) % 5) * 0.22).toFixed(2)}"/>`;
    }).join('');
    const blur = Math.max(6, Math.min(width, height) * 0.07);
    return `
      <defs><filter id="glow" x="-30%" y="-60%" width="160%" height="220%"><feGaussianBlur stdDeviation="${blur.toFixed(1)}"/></filter></defs>
      <g filter="url(#glow)" fill="none" stroke-linecap="round">
        <path d="M${-width * 0.1} ${height * 0.5}C${width * 0.25} ${height * 0.05} ${width * 0.55} ${height * 0.65} ${width * 1.1} ${height * 0.12}" stroke="#37e0a2" stroke-width="${(height * 0.13).toFixed(1)}" opacity=".5"/>
        <path d="M${-width * 0.1} ${height * 0.68}C${width * 0.3} ${height * 0.3} ${width * 0.6} ${height * 0.8} ${width * 1.1} ${height * 0.34}" stroke="#7a5cff" stroke-width="${(height * 0.1).toFixed(1)}" opacity=".5"/>
      </g>
      <g fill="#ffffff" opacity=".85">${stars}</g>`;
  },

  panel: ({ accent }, { width, height }) =>
    width > height * 2
      ? `<rect x="${width * 0.62}" width="${width * 0.38}" height="${height}" fill="${accent}" opacity=".16"/>`
      : `<rect y="${height * 0.58}" width="${width}" height="${height * 0.42}" fill="${accent}" opacity=".16"/>`,

  confetti: (_, { width, height }) => {
    const colours = ['#ff5a4e', '#3066f0', '#ffc83d', '#1fb57a'];
    return Array.from({ length: 26 }, (_unused, index) => {
      const x = ((index * 0.618034 + 0.07) % 1) * width;
      const y = ((index * 0.754878 + 0.2) % 1) * height;
      return `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="9" height="4" rx="2" fill="${colours[index % 4]}" opacity=".4" transform="rotate(${(index * 47) % 180} ${x.toFixed(1)} ${y.toFixed(1)})"/>`;
    }).join('');
  },
};
