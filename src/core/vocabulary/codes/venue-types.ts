/*
 * Codes of targeting values, for validation and for selection by name.
 *
 * - `device-codes.ts`, `language-codes.ts`, `region-codes.ts`: codes of viewers.
 * - `venue-types.ts`, `store-zones.ts`, `screen-sizes.ts`: codes of screens.
 */

/** A venue type of the OpenOOH taxonomy. */
export type VenueType = {
  /** Number in bid requests. The number of a child starts with that of its parent: `2`, `203`, `20303`. */
  readonly id: number;
  /** The code of a child starts with that of its parent: `retail`, `retail.grocery`, `retail.grocery.aisles`. */
  readonly code: string;
  /** English name with its parents, such as `Retail: Grocery: Aisles`. */
  readonly name: string;
};

type Branch = Readonly<Record<string, readonly string[]>>;

const storeAreas = ['entrance', 'check_out', 'aisles', 'exterior'] as const;

/**
 * The OpenOOH venue taxonomy, version 1.2: parents, children and grandchildren. The number of a type is 100 times that
 * of its parent plus its index from 1, so the order must not change and new types are added at the end.
 * Source: https://github.com/openooh/venue-taxonomy, specification 1.2 and its mapping to 1.1.
 */
const taxonomy: Readonly<Record<string, Branch>> = {
  transit: {
    airports: [
      'arrivals_hall',
      'baggage_claim',
      'departures_hall',
      'food_court',
      'gates',
      'lounges',
      'shopping_area',
      'bar',
      'spectacular',
    ],
    buses: ['bus_interior', 'terminal', 'bus_exterior'],
    taxi_rideshare_tv: [],
    taxi_rideshare_top: [],
    subway: ['interior', 'platform', 'station', 'exterior'],
    train: ['train_interior', 'platform', 'train_exterior', 'station'],
    ferry: ['interior', 'exterior', 'terminal'],
    tram: ['interior', 'exterior', 'station'],
    highway_rest_area: ['exterior', 'concourse', 'food_court', 'restroom'],
  },
  retail: {
    gas_stations: ['pump', 'shop'],
    convenience_store: storeAreas,
    grocery: storeAreas,
    liquor_stores: storeAreas,
    malls: ['concourse', 'food_court', 'spectacular'],
    dispensaries: [],
    pharmacies: storeAreas,
    parking_garages: [],
    furniture: [],
    apparel: storeAreas,
    automotive: [],
    laundromat: [],
    vape_shop: storeAreas,
    mass_merchandising: storeAreas,
    consumer_electronics: storeAreas,
    other: [],
    sporting_goods: storeAreas,
    pet_stores: storeAreas,
    office_supply: storeAreas,
    home_renovation: storeAreas,
  },
  outdoor: {
    billboards: ['roadside', 'highway', 'spectacular'],
    urban_panels: [],
    bus_shelters: [],
    spectaculars: [],
    window_panel: [],
    moving_billboard: [],
    car_tops: [],
    aerial: ['banner', 'drones'],
    ev_charging_station: [],
  },
  health_beauty: {
    gyms: ['lobby', 'equipment'],
    salons: ['unisex', 'mens', 'womens', 'nails', 'tanning'],
    spas: [],
    tattoo: [],
  },
  point_care: {
    doctor_offices: [],
    veterinary_offices: [],
    dentist_offices: [],
    hospitals: [],
    urgent_care: [],
    physiotherapy: [],
  },
  education: { schools: [], colleges: ['residences', 'common', 'athletics', 'dining'] },
  office_buildings: { office_buildings: ['elevator', 'lobby', 'gym', 'break_room'], warehouse: [] },
  entertainment: {
    recreational: ['theme_parks', 'museums_galleries', 'concert_venues', 'bowling', 'restroom'],
    movie_theaters: ['lobby', 'food_court', 'screen', 'restroom'],
    sports: ['arena', 'club_house', 'restroom'],
    bars: ['restroom'],
    casual_dining: ['restroom'],
    qsr: ['restroom'],
    hotels: ['lobby', 'elevator', 'room', 'bar', 'gym', 'restroom'],
    golf_cart: [],
    night_club: ['restroom'],
    high_end_dining: [],
    casino: ['restroom'],
    convention_center: ['restroom'],
  },
  government: { dmv: [], military_bases: [], postal: [], first_responder_facility: [] },
  financial: { banks: [] },
  residential: { apartment_buildings: ['lobby', 'elevator', 'gym'] },
};

/** Names that differ from the words of the code. */
const otherNames: Readonly<Record<string, string>> = {
  health_beauty: 'Health and beauty',
  point_care: 'Point of care',
  taxi_rideshare_tv: 'Taxi and rideshare TV',
  taxi_rideshare_top: 'Taxi and rideshare top',
  gas_stations: 'Fueling stations',
  pump: 'Fuel dispenser',
  check_out: 'Checkout',
  dispensaries: 'Cannabis dispensaries',
  other: 'Other retail',
  ev_charging_station: 'EV charging station',
  mens: "Men's salon",
  womens: "Women's salon",
  equipment: 'Fitness equipment',
  doctor_offices: "Doctor's offices",
  colleges: 'Colleges and universities',
  common: 'Common areas',
  athletics: 'Athletic facilities',
  museums_galleries: 'Museums and galleries',
  qsr: 'Quick service restaurants',
  dmv: 'DMVs',
  postal: 'Post offices',
};

/** Codes of version 1.1, and spellings of the specification, that version 1.2 writes differently. */
const formerCodes: Readonly<Record<string, string>> = {
  'transit.airport': 'transit.airports',
  'transit.bus': 'transit.buses',
  'transit.buses.bus': 'transit.buses.bus_interior',
  'transit.buses.bus_outside': 'transit.buses.bus_exterior',
  'transit.subway.train': 'transit.subway.interior',
  'transit.train_stations': 'transit.train',
  'transit.train_stations.train': 'transit.train.train_interior',
  'transit.train_stations.platform': 'transit.train.platform',
  'retail.grocery.shop_entrance': 'retail.grocery.entrance',
  'retail.mall': 'retail.malls',
  'entertainment.golf_carts': 'entertainment.golf_cart',
  'residential.apartment': 'residential.apartment_buildings',
};

function nameOf(part: string): string {
  const words = part.replaceAll('_', ' ');
  return otherNames[part] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function childOf(parent: VenueType, part: string, index: number): VenueType {
  return {
    id: parent.id * idsPerParent + index + 1,
    code: `${parent.code}.${part}`,
    name: `${parent.name}: ${nameOf(part)}`,
  };
}

const idsPerParent = 100;

/** All venue types, each parent before its children. */
export const venueTypes: readonly VenueType[] = Object.entries(taxonomy).flatMap(([part, branch], parentIndex) => {
  const parent = { id: parentIndex + 1, code: part, name: nameOf(part) };
  const children = Object.entries(branch).flatMap(([childPart, leaves], childIndex) => {
    const child = childOf(parent, childPart, childIndex);
    return [child, ...leaves.map((leaf, leafIndex) => childOf(child, leaf, leafIndex))];
  });
  return [parent, ...children];
});

const typesByText: ReadonlyMap<string, VenueType> = new Map(
  venueTypes.flatMap((type) => [
    [type.code, type],
    [String(type.id), type],
  ]),
);

/**
 * Returns a venue type by its code, a former code, or its number as text; null: unknown.
 * @example venueTypeOf('203')?.code // 'retail.grocery'
 */
export function venueTypeOf(text: string): VenueType | null {
  return typesByText.get(formerCodes[text] ?? text) ?? null;
}

/**
 * Returns the code of a venue type and of all its parents, so that a condition on a parent matches its children.
 * @example venueCodesOf('203') // ['retail', 'retail.grocery']
 */
export function venueCodesOf(text: string): readonly string[] {
  const parts = venueTypeOf(text)?.code.split('.') ?? [];
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}
