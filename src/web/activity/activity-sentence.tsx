import type { ActivityEntry } from '../../client/generated/types.gen.ts';
import { resourceTypeOf } from '../../contract/resource-types/all-resource-types.ts';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';
import { conjunctionText } from '../labels/figures.ts';
import { TextLink } from '../ui/page/link.tsx';
import { fieldLabel } from './field-label.ts';

/** Most field names in a sentence. */
const maxFields = 4;

const actions = [
  'create',
  'update',
  'archive',
  'unarchive',
  'submit',
  'approve',
  'reject',
  'pause',
  'resume',
  'cancel',
  'reopen',
  'accept',
  'convert',
  'hold',
  'confirm',
  'release',
  'comment',
] as const;

/** What a sentence needs of an entry. */
export type SentenceEntry = Pick<
  ActivityEntry,
  'action' | 'actor' | 'actorName' | 'kind' | 'objectId' | 'objectName' | 'fields'
>;

/** Who did what with which object: `Maya Peeters approved Aurora winter`. The object is a link to its page. */
export function ActivitySentence({ entry }: { readonly entry: SentenceEntry }) {
  const { action, objectName } = entry;
  const { to, search } = resourceTypeOf(entry.kind).page(entry.objectId) as PageOf;
  const elements = { link: <TextLink to={to} {...(search && { search })} underline="always" inherit /> };
  const values = { actor: actorOf(entry), object: objectName };
  const known = actions.find((one) => one === action);
  if (known === undefined)
    return <RichText id="activity.text.other" elements={elements} values={{ ...values, action }} />;
  if (known === 'update' && entry.fields.length > 0) {
    return <RichText id="activity.text.fields" elements={elements} values={{ ...values, fields: fieldsText(entry) }} />;
  }
  return <RichText id={`activity.sentence.${known}`} elements={elements} values={values} />;
}

type PageOf = { readonly to: string; readonly search?: Readonly<Record<string, string>> };

/** The name of the author of an entry. */
export function actorOf({ actor, actorName }: Pick<ActivityEntry, 'actor' | 'actorName'>): string {
  return actorName ?? t(actor === 'system' ? 'activity.label.system' : 'activity.label.unknownActor');
}

/** The labels of the changed fields: `End date, Priority and 2 more`. */
export function fieldsText({ fields }: Pick<ActivityEntry, 'fields'>): string {
  const labels = [...new Set(fields.map(fieldLabel))];
  const rest = labels.length - maxFields;
  return conjunctionText(
    rest > 0 ? [...labels.slice(0, maxFields), t('common.text.itemsMore', { count: rest })] : labels,
  );
}
