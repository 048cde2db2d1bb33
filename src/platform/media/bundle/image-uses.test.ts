import { expect, test } from 'vitest';
import { freelyScaledImages } from './image-uses.ts';

const page = (body: string, head = '') => ({ 'index.html': `<!doctype html><head>${head}</head><body>${body}</body>` });

function scaled(files: Readonly<Record<string, string>>, images: readonly string[] = ['img/a.png']): readonly string[] {
  const all = { ...Object.fromEntries(images.map((path) => [path, ''])), ...files };
  const archive = Object.entries(all).map(([path, content]) => ({ path, name: path, content: Buffer.from(content) }));
  return [...freelyScaledImages(archive)];
}

test.each<[string, Record<string, string>]>([
  ['an img with a width', page('<img src="img/a.png" width="300">')],
  ['an img with a size in its style', page('<img src="img/a.png?v=2" style="height: 100%">')],
  [
    'an img with a size by class',
    page('<img class="hero wide" src=img/a.png>', '<style>.ad .hero{width:300px}</style>'),
  ],
  [
    'an img with a size by ID in a media query',
    {
      ...page('<img id="hero" src="img/A.png">'),
      'a.css': '/* x */ @media (min-width:1px){ #hero { width: 50% } }',
    },
  ],
  ['a background that covers its box', { ...page(''), 'a.css': '.b{background:url("img/a.png") center / cover}' }],
  ['a background with a size of its own', page('<p style="background-image:url(img/a.png);background-size:contain">')],
  [
    'several uses',
    { ...page('<img src="img/a.png" width="9">'), 'a.css': 'p{background:url(img/a.png) 0 0/100% auto}' },
  ],
])('includes %s', (_case, files) => {
  expect(scaled(files)).toEqual(['img/a.png']);
});

test.each<[string, Record<string, string>]>([
  ['that no file mentions', page('<p>x</p>')],
  ['in an img without a size', page('<img src="img/a.png">')],
  ['in an img with automatic size', page('<img src="img/a.png" style="width:auto">')],
  ['in an img with srcset', page('<img src="img/a.png" srcset="img/a.png 2x" width="300">')],
  ['in an img that shows the size of the file', page('<img src="img/a.png" width="300" style="object-fit:none">')],
  ['in a background without a size', { ...page(''), 'a.css': '.b{background:url(img/a.png)}' }],
  ['in a background larger than its box', { ...page(''), 'a.css': '.b{background:url(img/a.png) 0 0/400% 100%}' }],
  [
    'in a sprite sheet',
    { ...page(''), 'a.css': '.b{background:url(img/a.png);background-size:cover}.c{background-position:-40px 0}' },
  ],
  ['in a sprite sheet moved by the shorthand', { ...page(''), 'a.css': '.b{background:url(img/a.png) -40px 0/cover}' }],
  [
    'in a sprite sheet moved by a script',
    {
      ...page('<script>x.style.backgroundPosition="-40px 0"</script>'),
      'a.css': '.b{background:url(img/a.png) center/cover}',
    },
  ],
  ['in a border', { ...page(''), 'a.css': '.b{border-image:url(img/a.png) 30;background-size:cover}' }],
  ['that a script loads', { ...page('<img src="img/a.png" width="300">'), 'a.js': 'load("img/a.png")' }],
  [
    'of a bundle that draws on a canvas',
    { ...page('<img src="img/a.png" width="300">'), 'a.js': 'c.drawImage(i,0,0)' },
  ],
  ['in an SVG file', { ...page('<img src="img/a.png" width="300">'), 'a.svg': '<image href="img/a.png"/>' }],
  ['whose name is part of another name', page('<img src="img/a.png" width="9"><img src="img/aa.png" width="9">')],
])('excludes an image %s', (_case, files) => {
  expect(scaled(files)).toEqual([]);
});

test('excludes images with the same name, animations with frames and names with escapes', () => {
  const body = '<img src="img/a.png" width="9"><img src="x/a.png" width="9"><img src="img/b%20c.png" width="9">';
  expect(scaled(page(body), ['img/a.png', 'x/a.png', 'img/b c.png', 'img/d.svg'])).toEqual([]);
});
