import { externalId, type ImportContext, itemOf, noteName, rowsOfTable } from './import-context.ts';
import { byId, integerIn, textIn } from './source-values.ts';

/** Returns the brand of an advertiser, which is created if the advertiser does not exist in Revive. */
export type BrandOfAdvertiser = (advertiserId: number) => { readonly partnerKey: string; readonly brandKey: string };

/** Imports advertisers: a media partner with one brand for each. */
export function importAdvertisers(context: ImportContext): BrandOfAdvertiser {
  const { builder } = context;
  for (const [id, row] of byId(rowsOfTable(context, 'clients'), 'clientid')) {
    const item = itemOf(row, 'advertiser', { id, name: 'clientname' });
    const key = add(id, item.name);
    const message = 'Imported as a media partner with one brand.';
    builder.imported(item, { message, target: { section: 'mediaPartners', key } });
    noteName(builder, item, textIn(row, 'clientname'));
  }
  noteUsers(context);
  return (id) => {
    const key = externalId('advertiser', id);
    if (!builder.has('mediaPartners', key)) {
      const item = { kind: 'advertiser', id, name: `advertiser ${id}` };
      add(id, item.name);
      const message = 'The advertiser does not exist in Revive. A media partner was created for its campaigns.';
      builder.translated(item, { message, target: { section: 'mediaPartners', key } });
    }
    return { partnerKey: key, brandKey: key };
  };

  function add(id: number, name: string): string {
    const key = externalId('advertiser', id);
    builder.add('mediaPartners', key, { name, externalId: key, roles: ['ADVERTISER', 'INVOICE'] });
    builder.add('brands', key, { name, externalId: key, mediaPartner: key });
    return key;
  }
}

/** Users have passwords and permissions that Placard cannot take over. */
function noteUsers(context: ImportContext): void {
  for (const row of rowsOfTable(context, 'users')) {
    const item = { kind: 'user', id: integerIn(row, 'user_id'), name: textIn(row, 'username') };
    context.builder.unsupported(item, {
      message: 'Users are not imported.',
      remedy: 'Invite the user in Placard under Administration, Users.',
    });
  }
}
