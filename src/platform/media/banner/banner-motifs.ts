import type { BannerStyle, MotifName } from './banner-style.ts';

/** Draws one picture per brand in a square of 200 x 200 units. It is moved and scaled, never stretched. */
export function drawMotif(style: BannerStyle): string {
  return motifs[style.motif](style);
}

const motifs: Readonly<Record<MotifName, (style: BannerStyle) => string>> = {
  bicycle: ({ accent, ink, from }) => `
    <circle cx="100" cy="92" r="84" fill="${accent}"/>
    <path d="M16 92a84 84 0 0 0 168 0c-20-14-38-14-58-2s-46 10-62-2-32-8-48 4z" fill="${from}" opacity=".18"/>
    <g fill="none" stroke="${from}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round">
      <circle cx="52" cy="132" r="34"/><circle cx="150" cy="132" r="34"/>
      <path d="M52 132l28-50h52l-34 50H52zM80 82l18 50M132 82l18 50M132 82l-6-18h18"/>
      <path d="M74 68h-14m14 0l6 14M74 68h12" stroke-width="8"/>
    </g>
    <g fill="none" stroke="${from}" stroke-width="1.6" opacity=".55">
      <path d="M52 98v68M18 132h68M28 108l48 48M76 108l-48 48M150 98v68M116 132h68M126 108l48 48M174 108l-48 48"/>
    </g>
    <path d="M93 88l20 0-10 38-14 0z" fill="${from}"/>
    <circle cx="98" cy="132" r="9" fill="${ink}" stroke="${from}" stroke-width="5"/>
    <circle cx="52" cy="132" r="6" fill="${from}"/><circle cx="150" cy="132" r="6" fill="${from}"/>`,

  coffee: ({ accent }) => `
    <defs>
      <radialGradient id="crema" cx=".42" cy=".4" r=".7"><stop offset="0" stop-color="#8a5128"/><stop offset=".65" stop-color="#5c2f14"/><stop offset="1" stop-color="#3a1c0b"/></radialGradient>
      <linearGradient id="china" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#e3d5c2"/></linearGradient>
    </defs>
    <circle cx="104" cy="110" r="92" fill="#3a1c0b" opacity=".16"/>
    <circle cx="100" cy="102" r="92" fill="url(#china)"/>
    <circle cx="100" cy="102" r="76" fill="none" stroke="${accent}" stroke-width="5"/>
    <path d="M148 74c20-24 44-12 34 8-6 12-20 18-34 20z" fill="#f7efe3" stroke="#dac8b0" stroke-width="2"/>
    <circle cx="103" cy="106" r="60" fill="#3a1c0b" opacity=".18"/>
    <circle cx="100" cy="102" r="60" fill="url(#china)"/>
    <circle cx="100" cy="102" r="51" fill="url(#crema)"/>
    <g fill="#f3ddbb">
      <path d="M100 142c-22-12-34-28-31-45 2-11 15-14 23-6l8 9 8-9c8-8 21-5 23 6 3 17-9 33-31 45z"/>
      <path d="M100 131c-14-8-22-18-20-29 1-6 8-8 13-3l7 8 7-8c5-5 12-3 13 3 2 11-6 21-20 29z" fill="#8a5128"/>
      <path d="M100 121c-8-5-12-10-11-16 0-4 4-4 7-1l4 5 4-5c3-3 7-3 7 1 1 6-3 11-11 16z"/>
      <path d="M98 66h4l-1 34h-2z"/>
    </g>`,

  bowl: ({ accent, ink }) => `
    <circle cx="100" cy="96" r="86" fill="${accent}" opacity=".55"/>
    <g fill="#c4601d">${grains(100, 88, 22)}</g>
    <g fill="#f9d27d" stroke="#c4601d" stroke-width="1.5">${grains(100, 92, 13)}</g>
    <circle cx="70" cy="86" r="9" fill="#8e1f3a"/><circle cx="128" cy="82" r="9" fill="#8e1f3a"/><circle cx="100" cy="74" r="8" fill="#a72c4a"/>
    <path d="M22 98h156c0 46-30 78-78 78S22 144 22 98z" fill="${ink}"/>
    <path d="M22 98h156l-1 12H23z" fill="#fff1d0"/>
    <path d="M34 122c6 26 24 42 46 48" stroke="#8b4a22" stroke-width="5" stroke-linecap="round" fill="none"/>
    <path d="M150 84l34-62" stroke="#7a3b14" stroke-width="8" stroke-linecap="round"/>
    <g fill="none" stroke="${ink}" stroke-width="5" stroke-linecap="round" opacity=".55">
      <path d="M74 46c-8-10 8-16 0-28M100 40c-8-10 8-16 0-28M126 46c-8-10 8-16 0-28"/>
    </g>`,

  ferry: ({ ink, accent }) => `
    <circle cx="104" cy="92" r="80" fill="${accent}" opacity=".9"/>
    <circle cx="104" cy="92" r="58" fill="#ffd27e"/>
    <path d="M10 138h180l-22 36H34z" fill="${ink}"/>
    <path d="M10 138h180l-4 8H14z" fill="#e4553f"/>
    <path d="M30 114h132l14 24H22z" fill="#ffffff"/>
    <path d="M48 92h92l12 22H42z" fill="#f2ede4"/>
    <path d="M96 66h28l4 26H92z" fill="#e4553f"/><path d="M95 72h30l1 7H94z" fill="#ffffff"/>
    <path d="M60 76h20v16H58z" fill="#ffffff"/>
    <g fill="${ink}">
      <rect x="56" y="98" width="12" height="8" rx="2"/><rect x="74" y="98" width="12" height="8" rx="2"/><rect x="92" y="98" width="12" height="8" rx="2"/><rect x="110" y="98" width="12" height="8" rx="2"/><rect x="128" y="98" width="10" height="8" rx="2"/>
      ${[38, 54, 70, 86, 102, 118, 134, 150].map((x) => `<circle cx="${x}" cy="126" r="4.2"/>`).join('')}
    </g>
    <path d="M124 60c14-4 10-16 26-16s16-12 32-10" stroke="#ffffff" stroke-width="9" stroke-linecap="round" fill="none" opacity=".8"/>
    <path d="M22 174q12-12 26 0t26 0 26 0 26 0 26 0 26 0" fill="none" stroke="#ffffff" stroke-width="6" stroke-linecap="round"/>`,

  cabin: ({ accent }) => `
    <ellipse cx="100" cy="184" rx="100" ry="15" fill="#dfe9ff"/>
    <g fill="#0e1c3f">${pine(22, 178, 92)}${pine(176, 180, 112)}${pine(48, 180, 60)}${pine(152, 182, 66)}</g>
    <path d="M100 40l66 140H34z" fill="#3b2430"/>
    <path d="M100 40l66 140h-20L100 78 54 180H34z" fill="#e9f0ff"/>
    <path d="M100 78l46 102H54z" fill="#6b3f33"/>
    <g stroke="#54302a" stroke-width="2"><path d="M100 78v102M84 114v66M116 114v66M68 150v30M132 150v30"/></g>
    <path d="M100 92l21 46H79z" fill="${accent}"/>
    <path d="M100 92v46M86 122h28" stroke="#6b3f33" stroke-width="3"/>
    <rect x="88" y="146" width="24" height="34" rx="2" fill="${accent}"/>
    <path d="M88 180h24l10 16H78z" fill="${accent}" opacity=".45"/>
    <path d="M128 74v-20h12v44z" fill="#2a1a24"/>
    <path d="M134 46c-6-10 8-14 2-26" stroke="#dfe9ff" stroke-width="5" stroke-linecap="round" fill="none" opacity=".7"/>`,

  armchair: ({ accent, ink }) => `
    <path d="M26 176V96a74 74 0 0 1 148 0v80z" fill="${accent}"/>
    <path d="M150 34v140" stroke="#3b2a20" stroke-width="4"/><path d="M128 60l10-32h24l10 32z" fill="#f9e3a6"/><path d="M132 60h36l10 60h-56z" fill="#f9e3a6" opacity=".28"/>
    <ellipse cx="100" cy="180" rx="92" ry="10" fill="#3b2a20" opacity=".22"/>
    <g fill="none" stroke="#3b2a20" stroke-width="6" stroke-linecap="round"><path d="M58 158l-6 20M126 158l6 20"/></g>
    <path d="M50 96c0-18 12-30 42-30s42 12 42 30v40H50z" fill="#3f6b56"/>
    <path d="M92 66v66M66 70c-4 20-4 40-2 62M118 70c4 20 4 40 2 62" stroke="#335846" stroke-width="2" fill="none"/>
    <path d="M54 122h76v22H54z" fill="#4d7f68"/>
    <path d="M34 116c0-10 20-10 20 0v26h76v-26c0-10 20-10 20 0v36c0 6-4 10-10 10H44c-6 0-10-4-10-10z" fill="${ink}"/>
    <path d="M70 98l34-8 8 30-34 8z" fill="#efc97c"/><path d="M78 104l22-5m-20 13l22-5" stroke="#c98f3a" stroke-width="2.5"/>
    <path d="M14 178l4-28h20l4 28z" fill="#f6ece2"/><path d="M28 150c-20-12-20-34-12-46 8 12 14 26 12 46zm0 0c-2-24 4-44 18-54 6 18-2 40-18 54zm0 0c10-14 22-20 34-18-4 12-18 20-34 18z" fill="#3f6b56"/>`,

  blocks: ({ accent, ink }) => `
    <circle cx="156" cy="52" r="26" fill="#ffc83d"/>
    <rect x="20" y="112" width="70" height="70" rx="8" fill="#3066f0"/>
    <path d="M98 182v-46a42 42 0 0 1 84 0v46h-26v-44a16 16 0 0 0-32 0v44z" fill="${accent}"/>
    <path d="M55 40l42 68H13z" fill="#1fb57a"/>
    <circle cx="55" cy="147" r="18" fill="#fff6e6"/>
    <g fill="${ink}"><circle cx="49" cy="144" r="3.2"/><circle cx="62" cy="144" r="3.2"/></g>
    <path d="M48 152q7 8 14 0" stroke="${ink}" stroke-width="3" fill="none" stroke-linecap="round"/>
    <rect x="112" y="78" width="56" height="16" rx="8" fill="${ink}"/>
    <rect x="10" y="182" width="180" height="8" rx="4" fill="${ink}" opacity=".14"/>`,

  vases: ({ accent, ink }) => `
    <circle cx="112" cy="92" r="80" fill="#ffffff" opacity=".55"/>
    <ellipse cx="102" cy="180" rx="88" ry="9" fill="${ink}" opacity=".18"/>
    <path d="M60 60h24v28c22 12 30 34 30 52 0 26-16 40-42 40s-42-14-42-40c0-18 8-40 30-52z" fill="${accent}" opacity=".78"/>
    <path d="M118 30h22v62c18 8 30 28 30 48 0 26-14 40-41 40s-41-14-41-40c0-20 12-40 30-48z" fill="#f2a65a" opacity=".66"/>
    <path d="M44 118c-4 18 0 36 10 46M104 118c-4 18 0 36 10 46" stroke="#ffffff" stroke-width="5" stroke-linecap="round" fill="none" opacity=".75"/>
    <path d="M129 30C128 8 120-4 104-12M129 30c2-18 10-28 26-34" stroke="${ink}" stroke-width="3" fill="none"/>
    <circle cx="103" cy="-8" r="9" fill="#e76f51"/><circle cx="157" cy="-2" r="7" fill="#e76f51"/><circle cx="136" cy="8" r="6" fill="#f4d35e"/>`,
};

/** Draws oat grains along an arc. Their coordinates depend only on the index, so that the banner is always the same. */
function grains(x: number, y: number, count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const turn = (index / (count - 1)) * Math.PI;
    const reach = 34 + ((index * 37) % 38);
    const left = x - Math.cos(turn) * reach;
    const top = y - Math.sin(turn) * (reach * 0.42) + 8;
    return `<ellipse cx="${left.toFixed(1)}" cy="${top.toFixed(1)}" rx="12" ry="7" transform="rotate(${(index * 53) % 180} ${left.toFixed(1)} ${top.toFixed(1)})"/>`;
  }).join('');
}

function pine(x: number, y: number, height: number): string {
  const half = height * 0.24;
  const tiers = [0, 0.24, 0.48].map((start) => {
    const top = y - height + height * start;
    const spread = half * (0.55 + start * 0.95);
    return `M${x} ${top}l${spread} ${height * 0.4}h${-2 * spread}z`;
  });
  return `<path d="${tiers.join('')}"/><rect x="${x - 3}" y="${y - height * 0.14}" width="6" height="${height * 0.14}"/>`;
}
