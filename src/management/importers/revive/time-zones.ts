import { isTimeZone } from '../../../contract/inventory/inventory.ts';
import { type ImportContext, rowsOfTable } from './import-context.ts';
import { byId, integerIn, textIn } from './source-values.ts';

const defaultTimeZone = 'UTC';

/** Time zones of agencies: the preference of their account, that of the administrator, or UTC. */
export class AgencyTimeZones {
  readonly #byAccount = new Map<number, string>();
  readonly #accountOfAgency: ReadonlyMap<number, number>;
  readonly #default: string;

  constructor(context: ImportContext) {
    const preference = rowsOfTable(context, 'preferences').find((row) => textIn(row, 'preference_name') === 'timezone');
    const preferenceId = preference === undefined ? null : integerIn(preference, 'preference_id');
    for (const row of rowsOfTable(context, 'account_preference_assoc')) {
      if (integerIn(row, 'preference_id') !== preferenceId) continue;
      const accountId = integerIn(row, 'account_id');
      const timeZone = textIn(row, 'value').trim();
      if (isTimeZone(timeZone)) this.#byAccount.set(accountId, timeZone);
      else if (timeZone !== '') {
        const message = `The time zone "${timeZone.slice(0, 60)}" of the account ${accountId} is unknown. It is ignored.`;
        context.builder.translated({ kind: 'preference', id: accountId, name: 'timezone' }, { message });
      }
    }
    const admin = rowsOfTable(context, 'accounts').find((row) => textIn(row, 'account_type').toUpperCase() === 'ADMIN');
    this.#default = this.#byAccount.get(integerIn(admin ?? {}, 'account_id', -1)) ?? defaultTimeZone;
    const agencies = byId(rowsOfTable(context, 'agency'), 'agencyid');
    this.#accountOfAgency = new Map([...agencies].map(([id, row]) => [id, integerIn(row, 'account_id', -1)]));
  }

  ofAgency(agencyId: number): string {
    return this.#byAccount.get(this.#accountOfAgency.get(agencyId) ?? -1) ?? this.#default;
  }
}
