import type { BannerStyle } from '../../platform/media/banner/banner-style.ts';

/** A fictitious brand of the demo account, on a reserved domain (RFC 2606). */
export type DemoBrand = {
  readonly externalId: string;
  readonly name: string;
  readonly domain: string;
  readonly categories: readonly string[];
  readonly headline: string;
  readonly subline: string;
  readonly button: string;
  readonly style: BannerStyle;
};

export type DemoMediaPartner = {
  readonly externalId: string;
  readonly name: string;
  readonly roles: readonly ('ADVERTISER' | 'INVOICE')[];
  readonly domains: readonly string[];
  readonly brands: readonly DemoBrand[];
};

export const demoMediaPartners: readonly DemoMediaPartner[] = [
  {
    externalId: 'partner-velmora',
    name: 'Velmora Mobility',
    roles: ['ADVERTISER', 'INVOICE'],
    domains: ['velmora.example'],
    brands: [
      {
        externalId: 'brand-velmora',
        name: 'Velmora',
        domain: 'velmora.example',
        categories: ['mobility'],
        headline: 'The long way home is the good one',
        subline: '120 km on one charge. Test ride this week.',
        button: 'Book a test ride',
        style: {
          typeface: 'sans',
          from: '#0a3436',
          to: '#12706a',
          ink: '#f3fbf5',
          accent: '#d9f26a',
          button: '#d9f26a',
          buttonInk: '#0a3436',
          backdrop: 'rings',
          motif: 'bicycle',
        },
      },
    ],
  },
  {
    externalId: 'partner-brasshill',
    name: 'Brasshill Foods',
    roles: ['ADVERTISER', 'INVOICE'],
    domains: ['brasshill.example'],
    brands: [
      {
        externalId: 'brand-brasshill-coffee',
        name: 'Brasshill Coffee',
        domain: 'coffee.brasshill.example',
        categories: ['food', 'coffee'],
        headline: 'Slow mornings, small batches',
        subline: 'Roasted on Tuesday, at your door on Thursday.',
        button: 'Try three roasts',
        style: {
          typeface: 'serif',
          from: '#f8eddd',
          to: '#efd8b6',
          ink: '#38200f',
          accent: '#b9532b',
          button: '#38200f',
          buttonInk: '#f8eddd',
          backdrop: 'arcs',
          motif: 'coffee',
        },
      },
      {
        externalId: 'brand-oat-and-ember',
        name: 'Oat & Ember',
        domain: 'oatandember.example',
        categories: ['food'],
        headline: 'Breakfast with a bit of crackle',
        subline: 'Fire-toasted granola, new in store.',
        button: 'Find a shop',
        style: {
          typeface: 'poster',
          from: '#f7bd3f',
          to: '#ec8b2c',
          ink: '#451a0a',
          accent: '#fff1d0',
          button: '#451a0a',
          buttonInk: '#ffe2a6',
          backdrop: 'arcs',
          motif: 'bowl',
        },
      },
    ],
  },
  {
    externalId: 'partner-skerry',
    name: 'Skerry Travel Group',
    roles: ['ADVERTISER', 'INVOICE'],
    domains: ['skerry.example'],
    brands: [
      {
        externalId: 'brand-skerry-lines',
        name: 'Skerry Lines',
        domain: 'lines.skerry.example',
        categories: ['travel'],
        headline: 'Fall asleep here, wake up there',
        subline: 'Night ferries to the islands from \u20ac49.',
        button: 'See crossings',
        style: {
          typeface: 'sans',
          from: '#ffe3bd',
          to: '#f58d66',
          ink: '#0d2d4d',
          accent: '#fff6e6',
          button: '#0d2d4d',
          buttonInk: '#ffe3bd',
          backdrop: 'sea',
          motif: 'ferry',
        },
      },
      {
        externalId: 'brand-skerry-cabins',
        name: 'Skerry Cabins',
        domain: 'cabins.skerry.example',
        categories: ['travel'],
        headline: 'A thousand stars, no check-in desk',
        subline: 'Cabins under the northern lights.',
        button: 'Find your cabin',
        style: {
          typeface: 'serif',
          from: '#0a1030',
          to: '#213a6b',
          ink: '#eef4ff',
          accent: '#ffd166',
          button: '#ffd166',
          buttonInk: '#0a1030',
          backdrop: 'night',
          motif: 'cabin',
        },
      },
    ],
  },
  {
    externalId: 'partner-fernhollow',
    name: 'Fernhollow Living',
    roles: ['ADVERTISER', 'INVOICE'],
    domains: ['fernhollow.example'],
    brands: [
      {
        externalId: 'brand-fernhollow',
        name: 'Fernhollow',
        domain: 'fernhollow.example',
        categories: ['home'],
        headline: 'Take a seat. Stay a while.',
        subline: 'The autumn collection is here.',
        button: 'Shop armchairs',
        style: {
          typeface: 'serif',
          from: '#efe2d5',
          to: '#e4cdb9',
          ink: '#233a2f',
          accent: '#bb5b3b',
          button: '#bb5b3b',
          buttonInk: '#fff4e8',
          backdrop: 'panel',
          motif: 'armchair',
        },
      },
      {
        externalId: 'brand-nookling',
        name: 'Nookling',
        domain: 'nookling.example',
        categories: ['home', 'kids'],
        headline: 'Big ideas start on the floor',
        subline: 'Playroom furniture that grows along.',
        button: 'Build a nook',
        style: {
          typeface: 'sans',
          from: '#fff6e6',
          to: '#ffe9c8',
          ink: '#20264d',
          accent: '#ff5a4e',
          button: '#3066f0',
          buttonInk: '#ffffff',
          backdrop: 'confetti',
          motif: 'blocks',
        },
      },
      {
        externalId: 'brand-tideglass',
        name: 'Tideglass',
        domain: 'tideglass.example',
        categories: ['home'],
        headline: 'Blown by hand, shaped by tide',
        subline: 'Glassware from the harbour studio.',
        button: 'View the studio',
        style: {
          typeface: 'serif',
          from: '#eaf7f4',
          to: '#a9dcd8',
          ink: '#0d454d',
          accent: '#1c8a8a',
          button: '#0d454d',
          buttonInk: '#eaf7f4',
          backdrop: 'plain',
          motif: 'vases',
        },
      },
    ],
  },
];
