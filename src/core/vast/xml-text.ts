/** A value of an attribute; null leaves the attribute out. */
type AttributeValue = string | number | boolean | null;

/** What XML 1.0 cannot hold, escaped or not: control characters, two non-characters and halves of surrogate pairs. */
const unfitForXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/**
 * An element with its content, which is XML already; no content makes no element, because there are players that die of an
 * empty one. Nothing stands between tag and content: the same players die of white space before CDATA (wire-protocol 5.8).
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

/** Characters as content of an element. */
export function text(value: string): string {
  return cleaned(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Characters as CDATA, which players expect around addresses and markup; an end mark inside is put into two sections. */
export function cdata(value: string): string {
  const inside = cleaned(value);
  return inside === '' ? '' : `<![CDATA[${inside.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** `element` for each of the addresses. */
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
