// Draws docs/pictures/architecture.svg from the imports of src/. With --check it fails if the picture is out of date.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, 'docs/pictures/architecture.svg');

/** Position of each plane in the picture. An arrow that points up is a defect. */
const groups = [
  { name: 'main: commands, supervisor and processes', folder: 'main', x: 40, y: 70, width: 1120, height: 90 },
  { name: 'delivery: ad requests and events', folder: 'delivery', x: 40, y: 220, width: 400, height: 140 },
  { name: 'worker: background work', folder: 'worker', x: 470, y: 220, width: 400, height: 140 },
  { name: 'cluster: other hosts', folder: 'cluster', x: 900, y: 220, width: 260, height: 180 },
  { name: 'management: the API', folder: 'management', x: 470, y: 430, width: 400, height: 120 },
  { name: 'exchange: formats that cross planes', folder: 'exchange', x: 40, y: 620, width: 1120, height: 100 },
  {
    name: 'platform: database, files, keys, configuration',
    folder: 'platform',
    x: 40,
    y: 780,
    width: 1120,
    height: 120,
  },
  { name: 'contract: the API schemas', folder: 'contract', x: 40, y: 1260, width: 250, height: 100 },
  { name: 'core: pure', folder: 'core', x: 350, y: 1290, width: 810, height: 130 },
  { name: 'messages: all texts in four languages', folder: 'messages', x: 40, y: 1400, width: 250, height: 90 },
  { name: 'web: the interface', folder: 'web', x: 40, y: 960, width: 780, height: 230 },
  { name: 'client: for programs', folder: 'client', x: 880, y: 960, width: 280, height: 110 },
  { name: 'tag: placard.js for pages', folder: 'tag', x: 880, y: 1100, width: 280, height: 90 },
];

const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$|\.config\.ts$/.test(file))
  .map((file) => relative('src', file))
  .sort();

const folders = new Map();
const arrows = new Map();
for (const file of files) {
  const text = readFileSync(join(root, 'src', file), 'utf8');
  const group = groupOf(file);
  const folder = folderOf(file);
  const counted = folders.get(folder) ?? { group, lines: 0 };
  counted.lines += text.split('\n').length - 1;
  folders.set(folder, counted);
  for (const [, specifier] of text.matchAll(/from '(\.[^']+)'/g)) {
    const other = groupOf(normalize(join(dirname(file), specifier)));
    if (other === group) continue;
    const key = `${groups.indexOf(group)}>${groups.indexOf(other)}`;
    arrows.set(key, (arrows.get(key) ?? 0) + 1);
  }
}

const svg = draw();
if (process.argv.includes('--check')) {
  const current = existsSync(target) ? readFileSync(target, 'utf8') : '';
  if (structureOf(current) !== structureOf(svg)) {
    console.error('docs/pictures/architecture.svg is out of date. Run: npm run architecture');
    process.exit(1);
  }
} else {
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, svg);
}

/**
 * Removes counts, because the check compares only folders and arrows. Otherwise every new line would outdate the
 * picture.
 */
function structureOf(picture) {
  return picture.replaceAll(/\d+ lines|imports: \d+/g, '').replaceAll(/stroke-width="[\d.]+"/g, '');
}

function groupOf(file) {
  const group = groups.find(({ folder }) => file.startsWith(`${folder}/`));
  if (!group) throw new Error(`src/${file} belongs to no plane. Add the folder to scripts/draw-architecture.mjs`);
  return group;
}

/** Returns the plane and the folder below it. Files of the plane itself belong to the plane. */
function folderOf(file) {
  const parts = file.split('/');
  return parts.length > 2 ? parts.slice(0, 2).join('/') : parts[0];
}

function draw() {
  const lines = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 1540" font-family="system-ui, sans-serif" font-size="13">',
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 8 4 0 8z" fill="#64748b"/></marker></defs>',
    '<rect width="1200" height="1540" fill="#ffffff"/>',
    '<text x="40" y="40" font-size="20" font-weight="600" fill="#0f172a">Placard: planes of src/ and their imports</text>',
  ];
  for (const [key, count] of [...arrows].sort()) lines.push(drawArrow(key, count));
  for (const group of groups) lines.push(drawGroup(group));
  lines.push('</svg>', '');
  return lines.join('\n');
}

function drawGroup(group) {
  const members = [...folders].filter(([, folder]) => folder.group === group);
  const columns = Math.max(1, Math.floor((group.width - 24) / 185));
  const cells = members.map(([name, { lines }], index) => {
    const x = group.x + 14 + (index % columns) * 185;
    const y = group.y + 46 + Math.floor(index / columns) * 20;
    return `<text x="${x}" y="${y}" fill="#334155">${name.replace(/^[^/]+\//, '')} <tspan fill="#94a3b8" font-size="11">${lines} lines</tspan></text>`;
  });
  return [
    `<rect x="${group.x}" y="${group.y}" width="${group.width}" height="${group.height}" rx="10" fill="#f8fafc" stroke="#cbd5e1"/>`,
    `<text x="${group.x + 14}" y="${group.y + 23}" font-weight="600" fill="#0f766e">${group.name}</text>`,
    ...cells,
  ].join('\n');
}

function drawArrow(key, count) {
  const [from, to] = key.split('>').map((index) => groups[Number(index)]);
  const down = to.y > from.y;
  const sideways = to.y === from.y;
  const right = to.x > from.x;
  const startX = sideways ? (right ? from.x + from.width : from.x) : overlapX(from, to, 0.42);
  const endX = sideways ? (right ? to.x : to.x + to.width) : overlapX(to, from, 0.58);
  const startY = sideways ? from.y + from.height / 2 : down ? from.y + from.height : from.y;
  const endY = sideways ? to.y + to.height / 2 : down ? to.y : to.y + to.height;
  const width = Math.min(4, 1 + Math.log10(count));
  return `<line x1="${startX}" y1="${startY}" x2="${endX}" y2="${endY}" stroke="#94a3b8" stroke-width="${width.toFixed(1)}" marker-end="url(#tip)"><title>${from.name} imports ${to.name}, imports: ${count}</title></line>`;
}

/** Returns a point on the edge of `box`, toward the middle of `other`. */
function overlapX(box, other, part) {
  const middle = other.x + other.width * part;
  return Math.round(Math.min(Math.max(middle, box.x + 20), box.x + box.width - 20));
}
