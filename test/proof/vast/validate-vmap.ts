import { DOMParser } from '@xmldom/xmldom';

const vmapNamespace = 'http://www.iab.net/videosuite/vmap';

type VmapRule = {
  /** Pattern of the names of all children, each followed by a space. */
  readonly children: RegExp;
  readonly required: readonly string[];
  readonly optional: readonly string[];
};

/** Elements of VMAP. Written from the tables of the specification, because IAB does not publish its schema with a license. */
const rules: Readonly<Record<string, VmapRule>> = {
  VMAP: { children: /^(AdBreak )*(Extensions )?$/, required: ['version'], optional: [] },
  AdBreak: {
    children: /^(AdSource )?(TrackingEvents )?(Extensions )?$/,
    required: ['timeOffset', 'breakType'],
    optional: ['breakId', 'repeatAfter'],
  },
  AdSource: {
    children: /^(VASTAdData |CustomAdData |AdTagURI )$/,
    required: [],
    optional: ['id', 'allowMultipleAds', 'followRedirects'],
  },
  AdTagURI: { children: /^$/, required: ['templateType'], optional: [] },
};

const values: Readonly<Record<string, RegExp>> = {
  version: /^1\.0$/,
  timeOffset: /^(?:start|end|\d{2}:[0-5]\d:[0-5]\d(?:\.\d{3})?|(?:100|\d{1,2})%|#[1-9]\d*)$/,
  breakType: /^(?:linear|nonlinear|display)(?:,(?:linear|nonlinear|display))*$/,
  repeatAfter: /^\d{2}:[0-5]\d:[0-5]\d(?:\.\d{3})?$/,
  allowMultipleAds: /^(?:true|false)$/,
  followRedirects: /^(?:true|false)$/,
  templateType: /^(?:vast1|vast2|vast3|vast4|proprietary\/.+)$/,
};

/** Returns the violations of VMAP 1.0.1. Empty if the document is valid. */
export function vmapFaults(xml: string): readonly string[] {
  const root = new DOMParser().parseFromString(xml, 'text/xml').documentElement;
  return root.localName === 'VMAP' ? faultsOf(root) : ['The root element is not VMAP'];
}

function faultsOf(one: Element): readonly string[] {
  const name = one.localName;
  const rule = rules[name];
  if (rule === undefined || one.namespaceURI !== vmapNamespace) return [`${one.tagName} is unknown`];
  const attributes = Array.from(one.attributes).filter(
    ({ prefix, name: key }) => prefix !== 'xmlns' && key !== 'xmlns',
  );
  const children = Array.from(one.childNodes).filter((node): node is Element => node.nodeType === 1);
  const order = children.map(({ localName }) => `${localName} `).join('');
  return [
    ...rule.required.filter((key) => !one.hasAttribute(key)).map((key) => `${name}: ${key} is missing`),
    ...attributes
      .filter(({ name: key, value }) => {
        const isKnown = rule.required.includes(key) || rule.optional.includes(key);
        return !isKnown || values[key]?.test(value) === false;
      })
      .map(({ name: key, value }) => `${name}: ${key} is ${value}`),
    ...(rule.children.test(order) ? [] : [`${name}: children are ${order}`]),
    ...(name === 'AdTagURI' && !URL.canParse(one.textContent ?? '') ? [`${name}: ${one.textContent}`] : []),
    ...children.flatMap(faultsOf),
  ];
}
