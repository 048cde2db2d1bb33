// Draws docs/pictures/architecture.svg from the imports of src/. With --check it fails when the picture is out of date.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, 'docs/pictures/architecture.svg');

/** Groups of folders: where each stands in the picture and which folders of src/ belong to it. The last match wins. */
const groups = [
  { name: 'wiring', x: 40, y: 70, width: 1120, match: /^server\// },
  {
    name: 'control plane: a folder per noun',
    x: 40,
    y: 250,
    width: 640,
    match: /^server\/(inventory|media-partner|campaign|booking|creative|report|access)\//,
  },
  {
    name: 'management: shared by the nouns',
    x: 40,
    y: 430,
    width: 640,
    match: /^server\/(http|db|audit|revision|media)\//,
  },
  { name: 'data plane', x: 760, y: 250, width: 400, match: /^server\/delivery\// },
  {
    name: 'shared by both planes',
    x: 760,
    y: 430,
    width: 400,
    match: /^server\/(counting\/|snapshot-file\/|keys\/|(config|log|explained-error|plain-message|sync-folder)\.ts$)/,
  },
  { name: 'contract', x: 40, y: 610, width: 190, match: /^contract\// },
  { name: 'client', x: 290, y: 610, width: 190, match: /^client\// },
  { name: 'web interface: a folder per noun', x: 40, y: 790, width: 1120, match: /^web\// },
  { name: 'core: pure', x: 520, y: 610, width: 640, match: /^core\// },
];
const groupHeight = 120;

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
    console.error('docs/pictures/architecture.svg is out of date: npm run architecture');
    process.exit(1);
  }
} else {
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, svg);
}

/** What the check compares: folders and arrows, without counts, so that not every new line makes the picture old. */
function structureOf(picture) {
  return picture.replaceAll(/\d+ lines|imports: \d+/g, '').replaceAll(/stroke-width="[\d.]+"/g, '');
}

function groupOf(file) {
  const group = groups.findLast((candidate) => candidate.match.test(file));
  if (!group) throw new Error(`no group for src/${file}: add it to scripts/draw-architecture.mjs`);
  return group;
}

function folderOf(file) {
  const parts = file.split('/');
  if (parts[0] === 'contract') return 'contract';
  if (parts[0] === 'client') return parts.slice(0, -1).slice(0, 2).join('/');
  return parts.length > 2 ? parts.slice(0, 2).join('/') : file;
}

function draw() {
  const lines = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 940" font-family="system-ui, sans-serif" font-size="13">',
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 8 4 0 8z" fill="#64748b"/></marker></defs>',
    '<rect width="1200" height="940" fill="#ffffff"/>',
    '<text x="40" y="40" font-size="20" font-weight="600" fill="#0f172a">Placard: folders of src/ and who imports whom</text>',
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
    return `<text x="${x}" y="${y}" fill="#334155">${name.replace(/^(server|core)\//, '')} <tspan fill="#94a3b8" font-size="11">${lines} lines</tspan></text>`;
  });
  return [
    `<rect x="${group.x}" y="${group.y}" width="${group.width}" height="${groupHeight}" rx="10" fill="#f8fafc" stroke="#cbd5e1"/>`,
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
  const startY = sideways ? from.y + groupHeight / 2 : down ? from.y + groupHeight : from.y;
  const endY = sideways ? to.y + groupHeight / 2 : down ? to.y : to.y + groupHeight;
  const width = Math.min(4, 1 + Math.log10(count));
  return `<line x1="${startX}" y1="${startY}" x2="${endX}" y2="${endY}" stroke="#94a3b8" stroke-width="${width.toFixed(1)}" marker-end="url(#tip)"><title>${from.name} imports ${to.name}, imports: ${count}</title></line>`;
}

/** A point on the edge of `box`, towards the middle of `other`. */
function overlapX(box, other, part) {
  const middle = other.x + other.width * part;
  return Math.round(Math.min(Math.max(middle, box.x + 20), box.x + box.width - 20));
}
