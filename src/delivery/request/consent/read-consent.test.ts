import { readFile } from 'node:fs/promises';
import { GppModel } from '@iabgpp/cmpapi';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeTcfString } from '../../../../test/support/media-files/write-tcf-string.ts';
import { type ConsentUse, consentTable, consentUses, hasUse } from '../../../core/consent/consent-table.ts';
import { parametersOf } from '../request-parameters.ts';
import { loadGppDecoder } from './gpp-string.ts';
import { readConsent } from './read-consent.ts';

beforeAll(() => loadGppDecoder());

const tcf = { all: writeTcfString([1, 2, 3, 4, 7], [1]), capsOnly: writeTcfString([1, 2]), none: writeTcfString([]) };
const all = [...consentUses];

type Said = {
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly user?: unknown;
  readonly regs?: unknown;
  readonly query?: string;
  readonly control?: string;
  readonly vendorId?: number;
};

function read({ parameters = {}, user, regs, query = '', control, vendorId }: Said) {
  const header = (name: string) => (name === 'sec-gpc' ? control : undefined);
  const exchange = { header, target: `/json/sla/${query}` };
  const { uses, state } = readConsent({ parameters: parametersOf(parameters), user, regs, exchange }, vendorId ?? null);
  return { uses: consentUses.filter((use) => hasUse(uses, use)), state };
}

/** Returns a GPP string with these sections, encoded by the IAB library. */
function gpp(sections: Readonly<Record<string, Readonly<Record<string, unknown>>>>): string {
  const model = new GppModel();
  for (const [section, fields] of Object.entries(sections)) {
    for (const [field, value] of Object.entries(fields)) model.setFieldValue(section, field, value);
  }
  return model.encode();
}

const optedOut = gpp({ usnat: { SaleOptOut: 1, SharingOptOut: 2, TargetedAdvertisingOptOut: 2 } });
const notOptedOut = gpp({ usnat: { SaleOptOut: 2, SharingOptOut: 2, TargetedAdvertisingOptOut: 2 } });
const twoStates = gpp({ usnat: { SaleOptOut: 2 }, usca: { SaleOptOut: 1 } });
const canada = gpp({
  tcfcav1: {
    PurposesExpressConsent: [true, false, false, true],
    PurposesImpliedConsent: [false, true],
    SpecialFeatureExpressConsent: [false],
  },
});
const europe = gpp({
  tcfeuv2: {
    CmpId: 10,
    PurposeConsents: [true, true, true, true, false, false, true],
    SpecialFeatureOptins: [true],
  },
});

test('the guide contains the current table', async () => {
  const guide = await readFile(new URL('../../../../docs/guide/integrate/consent.md', import.meta.url), 'utf8');
  const rows = [...guide.matchAll(/^\| .*\(`(\w+)`\) \| (.*?) ?\| (.*?) ?\|$/gm)].map(([, use, ...needs]) => [
    use,
    ...needs,
  ]);
  expect(rows).toEqual(
    consentUses.map((use) => [
      use,
      consentTable[use].purposes.join(', '),
      consentTable[use].specialFeatures.join(', '),
    ]),
  );
});

describe('allowed uses of a request', () => {
  type Expected = { readonly uses: readonly ConsentUse[]; readonly state: string | undefined };
  const granted: Expected = { uses: all, state: 'granted' };
  const denied: Expected = { uses: [], state: 'denied' };
  const unknown: Expected = { uses: [], state: undefined };
  const caps: Expected = { uses: ['frequencyCaps'], state: 'denied' };

  test.each<[string, Said, Expected]>([
    ['no consent information', {}, unknown],
    ['tl all', { parameters: { tl: ['ALL'] } }, granted],
    ['tl none', { parameters: { tl: 'none' } }, denied],
    ['tl with an unknown value', { parameters: { tl: 'yes' } }, unknown],
    ['TCF with all purposes', { parameters: { xt: [tcf.all] } }, granted],
    ['TCF with purposes 1 and 2', { parameters: { xt: tcf.capsOnly } }, caps],
    ['TCF without purposes', { parameters: { xt: tcf.none } }, denied],
    ['unreadable TCF', { parameters: { xt: tcf.all.toLowerCase() } }, unknown],
    ['tl all with unreadable TCF', { parameters: { tl: 'all', xt: 'cquc_' } }, unknown],
    ['tl all with TCF without purposes', { parameters: { tl: 'all', xt: tcf.none } }, denied],
    ['tl none with TCF with all purposes', { parameters: { tl: 'none', xt: tcf.all } }, denied],
    ['TCF in the user of OpenRTB 2.6', { user: { consent: tcf.all } }, granted],
    ['TCF in the extension before 2.6', { user: { ext: { consent: tcf.capsOnly } } }, caps],
    ['TCF in the usual query parameter', { query: `?gdpr=1&gdpr_consent=${tcf.all}` }, granted],
    ['TCF as Prebid.js’ user sync sends it', { query: `?gdpr=1&consentString=${tcf.none}` }, denied],
    ['TCF where the GDPR does not apply', { query: `?gdpr=0&gdpr_consent=${tcf.none}&tl=all` }, granted],
    ['GDPR does not apply, and no other information', { regs: { ext: { gdpr: 0 } } }, unknown],
    ['TCF without our vendor', { parameters: { xt: tcf.all }, vendorId: 7 }, denied],
    ['GPP without an opt-out', { regs: { gpp: notOptedOut, gpp_sid: [7] } }, granted],
    ['GPP with an opt-out', { regs: { ext: { gpp: optedOut, gpp_sid: [7] } } }, denied],
    ['GPP in parameters, all sections apply', { parameters: { gpp: twoStates } }, denied],
    ['GPP, one section applies', { parameters: { gpp: twoStates, gpp_sid: '7' } }, granted],
    ['GPP, the applicable section is missing', { parameters: { gpp: twoStates, gpp_sid: [9] } }, unknown],
    ['GPP, no section applies', { parameters: { gpp: optedOut, gpp_sid: -1, tl: 'all' } }, granted],
    ['GPP as query', { query: `?gpp=${encodeURIComponent(optedOut)}&gpp_sid=7,8` }, denied],
    ['unreadable GPP', { parameters: { tl: 'all', gpp: 'DBABrw~x' } }, unknown],
    ['GPP with TCF of Europe', { parameters: { gpp: europe } }, granted],
    [
      'GPP with TCF of Canada, express or implied',
      { parameters: { gpp: canada } },
      { uses: ['frequencyCaps', 'segments'], state: 'granted' },
    ],
    ['GPP of a known child', { parameters: { gpp: gpp({ usva: { KnownChildSensitiveDataConsents: 1 } }) } }, denied],
    [
      'GPP with Global Privacy Control',
      { parameters: { gpp: gpp({ usca: { SaleOptOut: 2, GpcSegmentIncluded: true, Gpc: true } }) } },
      denied,
    ],
    ['GPP with US privacy', { parameters: { gpp: gpp({ uspv1: { OptOutSale: 'Y' } }) } }, denied],
    ['US privacy, opted out', { regs: { us_privacy: '1YYN' } }, denied],
    ['US privacy, not opted out', { query: '?us_privacy=1YNN' }, granted],
    ['US privacy that does not apply', { regs: { ext: { us_privacy: '1---' } } }, unknown],
    ['unreadable US privacy', { parameters: { tl: 'all' }, regs: { us_privacy: 'YYYY' } }, unknown],
    ['a service for children', { parameters: { tl: 'all' }, regs: { coppa: 1 } }, denied],
    ['Global Privacy Control', { parameters: { tl: 'all' }, control: '1' }, denied],
    [
      'Global Privacy Control, with a choice in the consent dialog',
      { parameters: { xt: tcf.all }, control: '1' },
      granted,
    ],
    ['Global Privacy Control, with an unreadable string', { parameters: { xt: 'x' }, control: '1' }, denied],
  ])('%s', (_, said, consent) => {
    expect(read(said)).toEqual(consent);
  });

  test('never fails for any input', () => {
    const value = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.jsonValue(),
      fc.base64String().map((text) => `DBABMA~${text}`),
      fc.base64String().map((text) => `C${text}`),
    );
    const names = fc.constantFrom('tl', 'xt', 'gpp', 'gpp_sid', 'gdpr', 'us_privacy', 'coppa', 'consent', 'ext');
    const objects = fc.dictionary(names, value);
    fc.assert(
      fc.property(objects, objects, objects, fc.string(), (parameters, user, regs, query) => {
        const { uses, state } = read({ parameters, user, regs, query: `?gpp=${query}&tl=${query}` });
        expect(state === 'granted').toBe(uses.includes('segments'));
      }),
    );
  });
});
