/** A broken variant of the files. */
export type BrokenFile = {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  /** Text of the line that an error must name. */
  readonly line: RegExp;
  readonly code?: string;
};

const laughs = Array.from({ length: 9 }, (_, n) => `l${n + 1}: &l${n + 1} [${Array(9).fill(`*l${n}`).join(', ')}]`);

/** Files with content that YAML allows and a configuration does not, or that no parser may execute. */
export function hostileYaml(): BrokenFile[] {
  const file = 'zz-hostile.yaml';
  const texts: readonly (readonly [name: string, text: string, line: RegExp, code?: string])[] = [
    ['an anchor', 'brands:\n  A: &anchor\n    mediaPartner: Aurora\n', /anchor|mediaPartner/, 'yaml_alias'],
    ['an alias', 'brands:\n  A: &a\n    mediaPartner: Aurora\n  B: *a\n', /A:|B:|mediaPartner/, 'yaml_alias'],
    ['a billion laughs', `l0: &l0 lol\n${laughs.join('\n')}\n`, /l\d/, 'yaml_alias'],
    ['a cyclic alias', 'brands: &a\n  A: *a\n', /A:|brands/, 'yaml_alias'],
    ['a merge key', 'brands:\n  A: &a { mediaPartner: Aurora }\n  B:\n    <<: *a\n', /A:|<<|B/, 'yaml_alias'],
    ['a function tag', "brands:\n  A: !!js/function 'function () { process.exit() }'\n", /A:/, 'yaml_tag'],
    ['a Python tag', 'brands:\n  A: !!python/object/apply:os.system ["id"]\n', /A:/, 'yaml_tag'],
    ['a binary tag', 'brands:\n  A: !!binary aGVsbG8=\n', /A:/, 'yaml_tag'],
    ['a set tag', 'brands: !!set {A, B}\n', /brands/, 'yaml_tag'],
    ['a timestamp tag', 'brands:\n  A: !!timestamp 2026-01-01\n', /A:/, 'yaml_tag'],
    ['a private tag', 'brands:\n  A: !brand {}\n', /A:/, 'yaml_tag'],
    ['a tag directive', '%TAG ! tag:evil.example,2026:\n---\nbrands:\n  A: !x {}\n', /A:|%TAG/],
    ['two documents', 'brands: {}\n---\nbrands: {}\n', /./, 'invalid_yaml'],
    [
      'a duplicate key',
      'brands:\n  A: { mediaPartner: Aurora }\n  A: { mediaPartner: Aurora }\n',
      /A:/,
      'duplicate_key',
    ],
    [
      'a duplicate field',
      'brands:\n  A:\n    mediaPartner: Aurora\n    mediaPartner: Aurora\n',
      /mediaPartner/,
      'duplicate_key',
    ],
    ['a duplicate section', 'brands: {}\nbrands: {}\n', /brands/, 'duplicate_key'],
    ['a key of another file', 'brands:\n  Filter: { mediaPartner: Aurora }\n', /Filter/, 'duplicate_key'],
    ['another version', 'version: 2\n', /version/, 'duplicate_key'],
    ['an unknown section', 'zones:\n  A: {}\n', /zones/, 'unknown_section'],
    ['a section that is a list', 'brands:\n- A\n', /brands/],
    ['a section that is text', 'brands: none\n', /brands/],
    ['an object that is a list', 'brands:\n  A: [1]\n', /A:/, 'invalid_type'],
    ['an object that is null', 'brands:\n  A:\n', /A:/, 'invalid_type'],
    ['a list of sections', '- brands\n', /brands/, 'invalid_type'],
    ['a text', 'brands\n', /brands/, 'invalid_type'],
    ['a number', '12\n', /12/, 'invalid_type'],
    ['a complex key', 'brands:\n  ? { a: 1 }\n  : { mediaPartner: Aurora }\n', /a: 1/, 'invalid_key'],
    ['a list as a key', 'brands:\n  ? [a, b]\n  : 1\n', /\[a/, 'invalid_key'],
    ['a prototype key', 'brands:\n  __proto__: { mediaPartner: Aurora }\n', /__proto__/, 'invalid_key'],
    ['a prototype field', 'brands:\n  A:\n    __proto__: { x: 1 }\n', /__proto__/, 'invalid_key'],
    [
      'a constructor field',
      'brands:\n  A:\n    mediaPartner: Aurora\n    constructor: { prototype: { x: 1 } }\n',
      /constructor/,
      'unknown_field',
    ],
    ['a tab as indentation', 'brands:\n\tA: {}\n', /A/, 'invalid_yaml'],
    ['an unclosed quote', 'brands:\n  A: "Aurora\n', /A|^$/, 'invalid_yaml'],
    ['an unclosed brace', 'brands: { A: { mediaPartner: Aurora }\n', /brands|^$/, 'invalid_yaml'],
    ['an unclosed list', 'brands: [1, 2\n', /brands|^$/, 'invalid_yaml'],
    [
      'wrong indentation',
      'brands:\n  A:\n    mediaPartner: Aurora\n   categories: [x]\n',
      /categories|mediaPartner/,
      'invalid_yaml',
    ],
    ['two values', 'brands: 1\n  A: 2\n', /brands|A:/, 'invalid_yaml'],
    ['an infinite number', 'bookings:\n  A:\n    campaign: crm-1\n    priority: .inf\n', /priority/, 'invalid_value'],
    ['not a number', 'bookings:\n  A:\n    priority: .nan\n', /priority/, 'invalid_value'],
    ['an escape that is no text', 'brands:\n  A:\n    name: "\\uD800"\n    mediaPartner: Aurora\n', /name/],
    ['a NUL character', 'brands:\n  A:\n    name: "a\\0b"\n    mediaPartner: Aurora\n', /name/],
    ['20,000 nested lists', `brands: ${'['.repeat(20_000)}\n`, /brands|^$/, 'invalid_yaml'],
    ['20,000 nested mappings', `brands: ${'{a: '.repeat(20_000)}\n`, /brands|^$/, 'invalid_yaml'],
    ['a huge number', 'bookings:\n  A:\n    priority: 1e400\n', /priority/],
    [
      'a negative number',
      `bookings:\n  A:\n    campaign: crm-1\n    type: display\n    startDate: 2026-01-01T00:00:00Z\n    priority: -1\n`,
      /priority/,
    ],
    [
      'a date without a time',
      'bookings:\n  A:\n    campaign: crm-1\n    type: display\n    startDate: 2026-01-01\n',
      /startDate/,
    ],
    [
      'yes instead of a boolean',
      'bookings:\n  A:\n    campaign: crm-1\n    type: display\n    startDate: 2026-01-01T00:00:00Z\n    duplicatesAllowed: yes\n',
      /duplicatesAllowed/,
    ],
    [
      'an octal number',
      'bookings:\n  A:\n    campaign: crm-1\n    type: display\n    startDate: 2026-01-01T00:00:00Z\n    priority: 0o17\n',
      /priority/,
    ],
    ['binary content', '\u0000\u0001\u0002\n', /./s],
  ];
  return texts.map(([name, text, line, code]) => ({ name, file, text, line, ...(code !== undefined && { code }) }));
}
