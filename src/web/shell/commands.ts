import { resourceTypes } from '../../contract/resource-types/all-resource-types.ts';
import type { Person } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';

/** An action that the search offers, and the address of its page. */
type PaletteCommand = { readonly name: string; readonly to: string };

/** Pages that create an object without a drawer. */
const newPages = [
  { to: '/campaigns/new', name: 'newCampaign', scope: 'campaigns:write' },
  { to: '/bookings/new', name: 'newBooking', scope: 'bookings:write' },
  { to: '/creatives/new', name: 'uploadCreatives', scope: 'creatives:write' },
] as const;

/** Types whose list opens the drawer of a new object with `?item=new`. */
const drawerKinds = [
  'inventory/format',
  'media-partners',
  'products',
  'segments',
  'destination-connections',
  'report-schedules',
  'users',
  'service-accounts',
  'identity-providers',
  'webhooks',
] as const;

/** The actions that a user may perform. */
export function commandsOf(me: Person): readonly PaletteCommand[] {
  const pages = newPages
    .filter(({ scope }) => me.may(scope))
    .map(({ to, name }) => ({ to, name: t(`shell.command.${name}`) }));
  const drawers = drawerKinds.flatMap((kind) => {
    const type = resourceTypes.find((one) => one.kind === kind);
    if (type === undefined || type.listPath === null || !me.may(type.writeScope)) return [];
    return [{ to: `${type.listPath}?item=new`, name: t(`labels.newResource.${kind}`) }];
  });
  return [...pages, ...drawers];
}
