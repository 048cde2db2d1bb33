import { DOMParser } from '@xmldom/xmldom';
import { type VastVersion, vastVersions } from '../../../src/core/vast/vast-version.ts';
import { type ElementRule, eventNames, schemaOf, verificationEvents } from './vast-schema.ts';

const textOnly: ElementRule = { children: '', attributes: '' };
const vastNamespace = 'http://www.iab.com/VAST';

/** Values that the schemas restrict, by attribute or element. */
const values: Readonly<Record<string, RegExp>> = {
  skipoffset: /^(?:\d{2}:[0-5]\d:[0-5]\d(?:\.\d{3})?|(?:100|\d{1,2})%)$/,
  offset: /^(?:\d{2}:[0-5]\d:[0-5]\d(?:\.\d{3})?|(?:100|\d{1,2})%)$/,
  duration: /^\d{2}:[0-5]\d:[0-5]\d(?:\.\d+)?$/,
  Duration: /^\d{2}:[0-5]\d:[0-5]\d(?:\.\d+)?$/,
  delivery: /^(?:progressive|streaming)$/,
  model: /^(?:cpm|cpc|cpe|cpv)$/i,
  currency: /^[A-Za-z]{3}$/,
  Pricing: /^\d+(?:\.\d+)?$/,
  renderingMode: /^(?:default|end-card|concurrent)$/,
  adType: /^(?:video|audio|hybrid)$/,
  xPosition: /^(?:\d*|left|right)$/,
  yPosition: /^(?:\d*|top|bottom)$/,
  width: /^\d+$/,
  height: /^\d+$/,
  scalable: /^(?:true|false)$/,
  maintainAspectRatio: /^(?:true|false)$/,
  followAdditionalWrappers: /^(?:true|false)$/,
  allowMultipleAds: /^(?:true|false)$/,
  fallbackOnNoAd: /^(?:true|false)$/,
  variableDuration: /^(?:true|false)$/,
  browserOptional: /^(?:true|false)$/,
  sequence: /^\d+$/,
  bitrate: /^\d+$/,
  minBitrate: /^\d+$/,
  maxBitrate: /^\d+$/,
  fileSize: /^\d+$/,
};

/** Returns the violations of the published schema of the document's version. Empty if the document is valid. */
export function vastFaults(xml: string): readonly string[] {
  const root = new DOMParser().parseFromString(xml, 'text/xml').documentElement;
  const version = root.getAttribute('version') as VastVersion;
  if (root.tagName !== 'VAST' || !vastVersions.includes(version))
    return ['The root element is not VAST of a known version'];
  const namespace = version < '4.0' ? null : vastNamespace;
  const faults = (root.namespaceURI || null) === namespace ? [] : [`VAST: namespace is ${root.namespaceURI}`];
  return [...faults, ...faultsIn(root, schemaOf(version), ''), ...eventFaults(root, version), ...uriFaults(root)];
}

/** Returns the events that the version does not have, and progress events without an offset. */
function eventFaults(root: Element, version: VastVersion): string[] {
  return Array.from(root.getElementsByTagName('Tracking')).flatMap((one) => {
    const event = one.getAttribute('event') ?? '';
    const owner = (one.parentNode?.parentNode as Element | null)?.tagName;
    const known = owner === 'Verification' ? verificationEvents : eventNames[version];
    if (!known.includes(event)) return [`Tracking: event is ${event}`];
    return event === 'progress' && !one.hasAttribute('offset') ? ['Tracking: offset is missing'] : [];
  });
}

/** Elements of type `xs:anyURI`. */
const uriElements =
  'Impression Error VASTAdTagURI Tracking ClickThrough ClickTracking MediaFile InteractiveCreativeFile Viewable NotViewable ViewUndetermined StaticResource IFrameResource IconClickThrough IconClickTracking IconViewTracking CompanionClickThrough CompanionClickTracking JavaScriptResource'.split(
    ' ',
  );

/** Returns elements whose text is not an absolute URL. The brackets of macros are permitted. */
function uriFaults(root: Element): string[] {
  return uriElements.flatMap((name) =>
    Array.from(root.getElementsByTagName(name)).flatMap(({ textContent }) =>
      URL.canParse(textContent ?? '') ? [] : [`${name}: ${textContent}`],
    ),
  );
}

type Rules = Readonly<Record<string, ElementRule>>;

function faultsIn(one: Element, rules: Rules, kind: string): string[] {
  const name = one.tagName;
  const rule = rules[`${kind}/${name}`] ?? rules[name] ?? textOnly;
  const children = childrenOf(one);
  const faults = attributeFaults(one, rule);
  if (children.length === 0 && values[name]?.test(one.textContent ?? '') === false)
    faults.push(`${name}: ${one.textContent}`);
  if (rule.children === 'any') return faults;
  if (!isInOrder(children, rule.children))
    faults.push(`${name}: ${children.map(({ tagName }) => tagName).join(' ')} is not ${rule.children}`);
  const kindBelow = name === 'InLine' || name === 'Wrapper' ? name : kind;
  return [...faults, ...children.flatMap((child) => faultsIn(child, rules, kindBelow))];
}

function childrenOf({ childNodes }: Element): readonly Element[] {
  return Array.from(childNodes).filter((node): node is Element => node.nodeType === 1);
}

function attributeFaults(one: Element, { attributes }: ElementRule): string[] {
  const known = attributes.split(' ').filter(Boolean);
  const given = Array.from(one.attributes);
  const missing = known.filter((name) => name.endsWith('!') && !one.hasAttribute(name.slice(0, -1)));
  const unknown = given.filter(({ name }) => !known.includes(name) && !known.includes(`${name}!`));
  const wrong = given.filter(({ name, value }) => values[name]?.test(value) === false);
  return [
    ...missing.map((name) => `${one.tagName}: ${name.slice(0, -1)} is missing`),
    ...unknown.map(({ name }) => `${one.tagName}: ${name} is unknown`),
    ...wrong.map(({ name, value }) => `${one.tagName}: ${name} is ${value}`),
  ];
}

function isInOrder(children: readonly Element[], rule: string): boolean {
  const names = children.map(({ tagName }) => tagName);
  const isAnyOrder = rule.startsWith('all: ');
  const particles = rule
    .replace(/^all: /, '')
    .split(' ')
    .filter(Boolean);
  const order = particles.map((particle) => particle.replace(/[?*+]$/, ''));
  const found = isAnyOrder ? names.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)) : names;
  const pattern = particles.map(patternOf).join('');
  return new RegExp(`^${pattern}$`).test(found.map((name) => `${name} `).join(''));
}

/** Returns a pattern for one element name or several alternatives, each with its cardinality. */
function patternOf(particle: string): string {
  const choices = particle.split('|').map((choice) => choice.replace(/^(\w+)([?*+]?)$/, '(?:$1 )$2'));
  return `(?:${choices.join('|')})`;
}
