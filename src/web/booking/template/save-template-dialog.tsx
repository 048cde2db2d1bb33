import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { maxNameLength } from '../../../core/vocabulary/limits/api-limits.ts';
import { dataOf, objectWithEtag } from '../../api/client.ts';
import { mergePatchOf } from '../../api/merge-patch.ts';
import { useDraft } from '../../api/use-draft.ts';
import { t } from '../../i18n/t.ts';
import { useBookingZone } from '../../inventory/model/use-zone.ts';
import { useChange } from '../../ui/action/use-change.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { ReferenceSelect } from '../../ui/field/reference-select.tsx';
import { Segments } from '../../ui/field/segments.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import type { BookingValues } from '../model/booking-values.ts';
import { bookingTemplateResource, editableTemplates } from './booking-template-resource.ts';
import { TemplateFields, type TemplateHead } from './template-fields.tsx';
import { templatePartOf } from './template-values.ts';

type Target = 'new' | 'stored';
type Part = ReturnType<typeof templatePartOf>;

/** Saves the settings of a booking as a new template, or over a stored one. */
export function SaveTemplateDialog({ values, close }: { readonly values: BookingValues; readonly close: () => void }) {
  const zone = useBookingZone(values);
  const [target, setTarget] = useState<Target>('new');
  const [storedId, setStoredId] = useState<number | null>(null);
  const [withCreatives, setWithCreatives] = useState(false);
  const head = useDraft<TemplateHead>({ name: values.name.slice(0, maxNameLength), description: null, shared: false });
  const save = useChange({
    nouns: ['booking-templates'],
    change: (part: Part) =>
      target === 'new'
        ? dataOf(bookingTemplateResource.create({ ...head.values, ...part }))
        : overwrite(storedId ?? 0, part),
    done: ({ name }) => t('bookingTemplate.notice.saved', { name }),
    onDone: close,
    quiet: true,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // The dialog can be inside another form in React, not in the document.
    event.stopPropagation();
    save.mutate(templatePartOf(values, { zone, withCreatives }));
  };
  const isComplete = target === 'new' ? head.values.name.trim() !== '' : storedId !== null;
  return (
    <Dialog close={close} title={t('bookingTemplate.title.save')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Segments
            aria-label={t('bookingTemplate.label.target')}
            data={[
              { value: 'new', label: t('bookingTemplate.label.newTemplate') },
              { value: 'stored', label: t('bookingTemplate.label.storedTemplate') },
            ]}
            value={target}
            onChange={(next) => setTarget(next as Target)}
          />
          {save.error !== null && <ProblemAlert error={save.error} />}
          {target === 'new' ? (
            <TemplateFields draft={head} error={save.error} />
          ) : (
            <ReferenceSelect
              label={t('bookingTemplate.label.template')}
              description={t('bookingTemplate.hint.overwrite')}
              source={editableTemplates}
              value={storedId}
              onChange={setStoredId}
              required
            />
          )}
          {values.creatives.length > 0 && (
            <Checkbox
              label={t('bookingTemplate.label.withCreatives', { count: values.creatives.length })}
              checked={withCreatives}
              onChange={(event) => setWithCreatives(event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('common.action.cancel')}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={!isComplete}>
              {t('bookingTemplate.action.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Replaces the settings and the duration of a stored template. Its name, description and visibility stay. */
async function overwrite(id: number, part: Part) {
  const { object, etag } = await objectWithEtag(bookingTemplateResource.read(id));
  const stored = { settings: object.settings, durationSeconds: object.durationSeconds };
  return await dataOf(bookingTemplateResource.patch(id, mergePatchOf(stored, part), etag));
}
