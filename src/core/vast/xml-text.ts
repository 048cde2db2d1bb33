/** Value of an attribute; null: the attribute is omitted. */
type AttributeValue = string | number | boolean | null;

/**
 * Characters that XML 1.0 cannot contain, escaped or not: control characters, two noncharacters and unpaired
 * surrogates.
 */
const unfitForXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/**
 * Returns an element with its content, which is already XML. Without content it returns no element, because some
 * players crash on an empty one. There is no white space between tag and content, because the same players crash on
 * white space before CDATA (wire-protocol 5.8).
 * @example element('Ad', { id: '7' }, text('a & b')) // '<Ad id="7">a &amp; b</Ad>'
 */
export function element(
  name: string,
  attributes: Readonly<Record<string, AttributeValue>>,
  ...content: readonly string[]
): string {
  const inside = content.join('');
  return inside === '' ? '' : `<${name}${writeAttributes(attributes)}>${inside}</${name}>`;
}

/** Returns text as content of an element. */
export function text(value: string): string {
  return cleaned(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Returns text as CDATA, which players expect around URLs and markup. An end marker in the text is split across two
 * sections.
 */
export function cdata(value: string): string {
  const inside = cleaned(value);
  return inside === '' ? '' : `<![CDATA[${inside.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** Returns an `element` for each of the URLs. */
export function addresses(
  name: string,
  urls: readonly string[],
  attributes: Record<string, AttributeValue> = {},
): string {
  return urls.map((url) => element(name, attributes, cdata(url))).join('');
}

function writeAttributes(attributes: Readonly<Record<string, AttributeValue>>): string {
  let written = '';
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null)
      written += ` ${name}="${text(String(value))
        .replaceAll('"', '&quot;')
        .replaceAll(/[\t\n\r]/g, ' ')}"`;
  }
  return written;
}

function cleaned(value: string): string {
  return value.replaceAll(unfitForXml, '').trim();
}
