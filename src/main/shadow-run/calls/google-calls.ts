import type { RequestParameters } from '../../../core/decision/ad-request.ts';
import type { LoggedCall } from '../log/logged-call.ts';
import {
  type CallMeaning,
  type LoggedDelivery,
  parametersFrom,
  queryOfTarget,
  type ShadowSlot,
} from './shadow-request.ts';

const noParameters: RequestParameters = new Map();

/** Reports whether a path is an ad request of Google Ad Manager. */
export function isGooglePath(path: string): boolean {
  return /\/gampad\/(?:live\/)?(?:ads|adx|ad|jump|clk|view)$/.test(path);
}

/**
 * Reads an ad request of Google Ad Manager: `iu` with one ad unit, or `iu_parts` with `enc_prev_ius` for all slots of
 * a page. Ad units are named by their path, such as `google:ad_unit:/1234/news/home`. The response states its line
 * items in the headers `google-lineitem-id` and `google-creative-id`, one value per slot.
 */
export function readGoogleCall(path: string, call: LoggedCall): CallMeaning {
  if (!/\/ad[sx]?$/.test(path)) return { skipped: 'a click or an event of Google Ad Manager without an ad unit' };
  const query = queryOfTarget(call.target);
  const units = unitsOf(query);
  if (units.length === 0) return { skipped: 'the request names no ad unit' };
  const ofSlots = query.get('prev_scp')?.split('|') ?? [];
  const slots = units.map(
    (unit, index): ShadowSlot => ({
      zone: `google:ad_unit:${unit}`,
      parameters: keyValuesIn(ofSlots[index] ?? query.get('scp') ?? ''),
    }),
  );
  const common = keyValuesIn(query.get('cust_params') ?? '');
  const parameters = parametersFrom([
    ...common,
    ['xf', [query.get('url') ?? query.get('description_url') ?? call.referer ?? '']],
    ['re', [query.get('ref') ?? '']],
  ]);
  const viewer = query.get('ppid') ?? undefined;
  const deliveries = deliveriesOf(call, units);
  return { requests: [{ server: 'google', slots, parameters, viewer }], deliveries };
}

function unitsOf(query: URLSearchParams): readonly string[] {
  const parts = query.get('iu_parts')?.split(',');
  const encoded = query.get('enc_prev_ius');
  if (parts !== undefined && encoded !== null) {
    return encoded.split(',').flatMap((path) => {
      const names = path.split('/').flatMap((part) => (part === '' ? [] : [parts[Number(part)] ?? '']));
      return names.length === 0 || names.includes('') ? [] : [`/${names.join('/')}`];
    });
  }
  const unit = query.get('iu');
  return unit === null || unit === '' ? [] : [unit.startsWith('/') ? unit : `/${unit}`];
}

/** `key=one,two&other=three`. */
function keyValuesIn(text: string): RequestParameters {
  if (text === '') return noParameters;
  return parametersFrom([...new URLSearchParams(text)].map(([key, value]) => [key, value.split(',')] as const));
}

/** Negative numbers mean that another source, such as AdSense, filled the slot. */
function deliveriesOf({ responseHeader }: LoggedCall, units: readonly string[]): readonly LoggedDelivery[] {
  const lineItems = responseHeader('google-lineitem-id')?.split(',') ?? [];
  const creatives = responseHeader('google-creative-id')?.split(',') ?? [];
  return units.flatMap((unit, index) => {
    const [lineItem = '', creative = ''] = [lineItems[index]?.trim(), creatives[index]?.trim()];
    if (lineItem === '' || lineItem === '-2') return [];
    const isOwn = /^\d+$/.test(lineItem);
    return {
      server: 'google',
      source: 'response',
      zone: `google:ad_unit:${unit}`,
      campaign: isOwn ? `google:line_item:${lineItem}` : 'google:other_source',
      creative: /^\d+$/.test(creative) ? `google:creative:${creative}` : null,
    };
  });
}
