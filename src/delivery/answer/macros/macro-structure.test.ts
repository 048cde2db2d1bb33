import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  creativeRow,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../../test/support/server/test-delivery.ts';

let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery();
});
afterAll(() => delivery.close());

const keys = ['ka', 'kb', 'kc', 'kd', 'ke', 'kf'] as const;
type Values = Readonly<Record<string, string>>;

/** @param markup markup with `[M]` for each macro */
async function show(markup: string): Promise<void> {
  let count = 0;
  const html = markup.replaceAll('[M]', () => `[adheseReplace:${keys[count++ % keys.length]}]`);
  const creative = creativeRow({ kind: 'html', file: null, html, clickUrl: 'https://shop.example/' });
  await delivery.publish(snapshotRows({ creatives: [creative] }));
}

async function ask(values: Values): Promise<string> {
  const slots = [{ slotname: '_home_-lb' }];
  const answer = await delivery.fetch('/json', { method: 'POST', body: JSON.stringify({ slots, parameters: values }) });
  const [ad] = (await answer.json()) as { readonly tag: string }[];
  return ad?.tag ?? 'no ad';
}

/**
 * Returns the elements and their attribute names as a browser parses them, in a page that continues after the creative.
 */
function structureOf(markup: string): unknown {
  const ofNodes = (nodes: readonly DefaultTreeAdapterTypes.ChildNode[]): readonly unknown[] =>
    nodes.flatMap((node): readonly unknown[] => {
      if (!('tagName' in node)) return node.nodeName === '#comment' ? ['#comment'] : [];
      const nodes = 'content' in node ? (node as DefaultTreeAdapterTypes.Template).content.childNodes : node.childNodes;
      return [[node.tagName, node.attrs.map(({ name }) => name), ofNodes(nodes)]];
    });
  return ofNodes(parseFragment(`<div>${markup}</div><p id="after" title="x">x</p>`).childNodes);
}

const harmless = Object.fromEntries(keys.map((key) => [key, 'abc']));
const hostile = [
  '',
  '',
  'x onmouseover=alert(document.domain) y',
  '"x" onload=alert(1) ',
  "' onload='alert(1)",
  '><img src=x onerror=alert(1)>',
  'img src=x onerror=alert(1) ',
  'script',
  'onclick',
  'style',
  'title',
  '/title',
  '!--',
  '-',
  '--',
  '-->',
  '/',
  '=',
  '[CDATA[',
  'https://x.example/?a="',
];

const contexts = [
  '<a data-city=[M] title="[M]" href="[clickUrl]">x</a>',
  "<a data-city=[M] title='a [M]' href=[clickUrl]>x</a>",
  '<p title=[M][M]>x</p>',
  '<p title=[M]"x id="[M]">x</p>',
  '<p title = [M]-a[M] id=[M]>x</p>',
  '<img alt=[M] src=[M]><img src=https://x.example/[M] alt="[M]">',
  '<a href=//[M] title="[M]">x</a>',
  '<script src=[M] id="[M]"></script>',
  '<script src="[M]"/>"[M]"</script>',
  '<p onclick=[M] id="[M]" style=[M]>x</p>',
  '<p =a=[M] title="[M]">x</p>',
  '<p title="a" title=[M] id="[M]">x</p>',
  '<p [M] title="[M]" data-[M]=[M] [M]=x>x</p>',
  '<[M]p title="[M]">x</p>',
  '<[M] title=x>[M]',
  '<b[M] title="[M]">x</b[M]>',
  '</[M]><p>[M]</p>',
  '<![M]-- <p>[M]</p> -->',
  '<!-[M]- <p>[M]</p> -->',
  '<!--[M]> <p>[M]</p> -->',
  '<!-- a --[M]> <p title="[M]">x</p> -->',
  '<![M]><p>[M]</p>',
  '<iframe srcdoc=[M] title="[M]"></iframe>',
  '<title>a <[M]/title>[M]</title>',
  '<textarea></[M]textarea><p title=[M]></textarea>',
  '<style></[M]>p { color: [M] }</style>',
  '<script>"</[M]>"; seen("</scr[M]", "<[M]!--<script>", [M])</script>',
  '<svg><title><p title=[M] id="[M]">x</p></title></svg>',
  '<svg><style><g id=[M] class="[M]"></g></style></svg>',
  '<svg><script/><g id=[M] class="[M]"></g></svg>',
  '<svg><script>seen("[M]")<g id=[M] class="[M]"></g></script></svg>',
  '<noscript><p title=[M] id="[M]">x</p></noscript>',
  '<template><p title=[M] id="[M]">x</p></template>',
];

const filled = fc.record(Object.fromEntries(keys.map((key) => [key, fc.constantFrom(...hostile)])));

async function expectOneStructure(markup: string, values: readonly Values[]): Promise<void> {
  await show(markup);
  const expected = structureOf(await ask(harmless));
  for (const value of values) {
    const tag = await ask(value);
    expect([markup, value, tag, structureOf(tag)]).toEqual([markup, value, tag, expected]);
  }
}

test.each(contexts)('elements and attributes are the same for all values of a request: %s', async (escapeContext) => {
  await expectOneStructure(escapeContext, [{}, ...fc.sample(filled, { numRuns: 30, seed: 10 })]);
});

test('elements and attributes are the same with adjacent macros', async () => {
  const markups = fc.sample(fc.array(fc.constantFrom(...contexts), { minLength: 2, maxLength: 4 }), {
    numRuns: 40,
    seed: 11,
  });
  for (const markup of markups) {
    await expectOneStructure(markup.join(''), [{}, ...fc.sample(filled, { numRuns: 6, seed: 12 })]);
  }
});

test('an unclosed tag gets no values of the request', async () => {
  for (const markup of ['<p title=[M] id="[M]"', '<b>x</b><img [M] title="[M] ', '<p title="[M]"></p [M]']) {
    await expectOneStructure(markup, fc.sample(filled, { numRuns: 30, seed: 13 }));
  }
});

test('an unquoted value is quoted and keeps its meaning', async () => {
  await show('<p title=[M] id=a[M]&lt;"b\'>x</p><p title=x></p>');
  expect(await ask({ kb: 'b c' })).toBe('<p title="" id="ab c&lt;&quot;b\'">x</p><p title=x></p>');
});
