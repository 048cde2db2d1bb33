import { followConsent } from './consent.ts';

// The script `conversion.js`: reports conversions from the pages of an advertiser, and keeps the click ID of the landing
// page until the conversion. It has no dependencies: test/e2e/conversions.test.ts limits its size.
// See docs/guide/report/conversions.md.

/** A conversion, as a page pushes it to `placardConversions`. */
type PageConversion = {
  /** URL of the pixel of the conversion action. */
  readonly pixel: string;
  readonly order?: string;
  readonly value?: string | number;
  readonly currency?: string;
  /** User ID, as in `ui` of ad requests. */
  readonly user?: string;
};

type Click = { readonly id: string; readonly atMs: number };
type PurposeConsents = { readonly purpose?: { readonly consents?: Readonly<Record<number, boolean>> } };

const clickParameter = 'placard_click';
/** Longest window of a conversion action. */
const clickTtlMs = 14 * 86_400_000;
const consentTimeoutMs = 1_000;
const retryMs = 2_000;
const maxAttempts = 5;

/** Consent of pages without a consent manager: `all` or `none`. */
const stated = (document.currentScript as HTMLScriptElement | null)?.dataset['consent'];
const landedWith = new URLSearchParams(location.search).get(clickParameter);
const agreed = followConsent();

/** Reads the purposes to store a click ID and to measure ads. Pages without a consent manager state the consent. */
function mayStore(): Promise<boolean> {
  const { __tcfapi: tcf } = window as unknown as {
    readonly __tcfapi?: (command: 'getTCData', version: 2, done: (data: PurposeConsents, ok: boolean) => void) => void;
  };
  if (tcf === undefined) return Promise.resolve(stated === 'all');
  return new Promise((resolve) =>
    tcf('getTCData', 2, ({ purpose }, ok) =>
      resolve(stated !== 'none' && ok && purpose?.consents?.[1] === true && purpose.consents[7] === true),
    ),
  );
}

/** Returns the click ID of this page, or of an earlier page of the visit. Storage may be unavailable. */
async function clickIdOf(): Promise<string | null> {
  try {
    if (!(await mayStore())) {
      localStorage.removeItem(clickParameter);
      return landedWith;
    }
    if (landedWith !== null) {
      localStorage.setItem(clickParameter, JSON.stringify({ id: landedWith, atMs: Date.now() } satisfies Click));
      return landedWith;
    }
    const { id, atMs } = JSON.parse(localStorage.getItem(clickParameter) ?? '{}') as Partial<Click>;
    return id !== undefined && atMs !== undefined && Date.now() - atMs < clickTtlMs ? id : null;
  } catch {
    return landedWith;
  }
}

async function report(conversion: PageConversion): Promise<void> {
  const { pixel, value, currency, user } = conversion;
  // A random ID, so that a repeated request counts once.
  const order = conversion.order ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  const parameters = await agreed(consentTimeoutMs);
  const click = await clickIdOf();
  const query = new URLSearchParams({ order });
  const given = { ...parameters, value, currency, ui: user, tl: stated, click: click ?? undefined };
  for (const [name, values] of Object.entries(given)) {
    for (const text of [values ?? []].flat()) query.append(name, String(text));
  }
  await send(`${pixel}?${query}`, 1);
}

/** Continues after the page is closed. Retries an unreachable or overloaded server. */
async function send(url: string, attempt: number): Promise<void> {
  const status = await fetch(url, { method: 'POST', keepalive: true, credentials: 'omit' }).then(
    (response) => response.status,
    () => 503,
  );
  if (status < 500 || attempt === maxAttempts) return;
  await new Promise((resolve) => setTimeout(resolve, retryMs * attempt));
  await send(url, attempt + 1);
}

const page = window as unknown as { placardConversions?: { push(conversion: PageConversion): void } };
const waiting = page.placardConversions;
// A page that contains the script twice reports each conversion once.
if (waiting === undefined || Array.isArray(waiting)) {
  page.placardConversions = { push: (conversion) => void report(conversion) };
  for (const conversion of waiting ?? []) void report(conversion as PageConversion);
  // The landing page stores the click ID if the consent manager allows it.
  if (landedWith !== null) void agreed(consentTimeoutMs).then(clickIdOf);
}
