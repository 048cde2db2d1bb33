import { expect, test } from 'vitest';
import { venueCodesOf, venueTypeOf, venueTypes } from './venue-types.ts';

/** Numbers in the tables of the specification, one of each branch and the last of each list. */
const published = [
  ['transit', 1],
  ['transit.airports.spectacular', 10_109],
  ['transit.train.station', 10_604],
  ['transit.highway_rest_area.restroom', 10_904],
  ['retail', 2],
  ['retail.grocery', 203],
  ['retail.grocery.aisles', 20_303],
  ['retail.malls.spectacular', 20_503],
  ['retail.mass_merchandising.check_out', 21_402],
  ['retail.home_renovation.exterior', 22_004],
  ['outdoor.aerial.drones', 30_802],
  ['outdoor.ev_charging_station', 309],
  ['health_beauty.salons.tanning', 40_205],
  ['health_beauty.tattoo', 404],
  ['point_care.physiotherapy', 506],
  ['education.colleges.dining', 60_204],
  ['office_buildings.office_buildings.break_room', 70_104],
  ['office_buildings.warehouse', 702],
  ['entertainment.hotels.restroom', 80_706],
  ['entertainment.convention_center.restroom', 81_201],
  ['government.first_responder_facility', 904],
  ['financial.banks', 1_001],
  ['residential.apartment_buildings.gym', 110_103],
] as const;

test.each(published)('%s has the number of the specification', (code, id) => {
  expect(venueTypeOf(code)).toMatchObject({ code, id });
  expect(venueTypeOf(String(id))).toMatchObject({ code, id });
});

test('codes, numbers and names are distinct, and each parent precedes its children', () => {
  for (const field of ['id', 'code', 'name'] as const) {
    expect(new Set(venueTypes.map((type) => type[field])).size).toBe(venueTypes.length);
  }
  for (const [index, { id }] of venueTypes.entries()) {
    const parents = venueTypes.slice(0, index).map((type) => type.id);
    expect(id < 100 || parents.includes(Math.floor(id / 100))).toBe(true);
  }
});

test('accepts codes of version 1.1 that version 1.2 renames', () => {
  expect(venueTypeOf('retail.grocery.shop_entrance')?.id).toBe(20_301);
  expect(venueTypeOf('transit.train_stations')?.id).toBe(106);
  expect(venueTypeOf('retail.supermarket')).toBeNull();
});

test('lists a type with its parents', () => {
  expect(venueCodesOf('20302')).toEqual(['retail', 'retail.grocery', 'retail.grocery.check_out']);
  expect(venueCodesOf('retail')).toEqual(['retail']);
  expect(venueCodesOf('unknown')).toEqual([]);
});
