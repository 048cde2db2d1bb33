import { Alert, Button, List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { BookingTemplate } from '../../../client/generated/types.gen.ts';
import { objectWithEtag } from '../../api/client.ts';
import type { FormDraft } from '../../api/use-draft.ts';
import { t } from '../../i18n/t.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { numberOf, useAddress } from '../../ui/page/use-address.ts';
import type { BookingValues } from '../model/booking-values.ts';
import { bookingTemplateResource } from './booking-template-resource.ts';
import { valuesFromTemplate } from './template-values.ts';

const TemplatePicker = lazy(async () => ({ default: (await import('./template-picker.tsx')).TemplatePicker }));

/** The template of the address, if it was applied to the draft. `isMissing`: it does not exist or is deleted. */
export type AppliedTemplate = { readonly template: BookingTemplate | null; readonly isMissing: boolean };

/** Applies the template that the address names to the draft of a new booking, once. */
export function useTemplate(draft: FormDraft<BookingValues>, zone: string): AppliedTemplate {
  const [address] = useAddress();
  const id = numberOf(address['template'], 0);
  const [template, setTemplate] = useState<BookingTemplate | null>(null);
  const { data, error } = useQuery({
    queryKey: ['booking-templates', 'one', id],
    queryFn: () => objectWithEtag(bookingTemplateResource.read(id)),
    enabled: id > 0,
    retry: false,
  });
  const loaded = data?.object.archivedAt === null ? data.object : null;
  const zoneBefore = useRef(zone);
  useEffect(() => {
    // The page moves the times of the draft to a new time zone first.
    const isMoving = zoneBefore.current !== zone;
    zoneBefore.current = zone;
    if (isMoving) return;
    if (loaded === null || loaded.id !== id || template?.id === id) return;
    draft.assign(valuesFromTemplate(loaded, draft.values, zone));
    setTemplate(loaded);
  });
  return { template, isMissing: id > 0 && (error !== null || (data !== undefined && loaded === null)) };
}

/** A button that selects a template for a new booking. */
export function FromTemplate() {
  const [, change] = useAddress();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="booking" />} onClick={() => setOpen(true)}>
        {t('bookingTemplate.action.use')}
      </Button>
      {isOpen && (
        <Suspense>
          <TemplatePicker onPick={(id) => change({ template: String(id) })} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The name of the applied template, and the references that were left out. */
export function TemplateNotice({ template, isMissing }: AppliedTemplate) {
  if (isMissing) {
    return (
      <Alert color="yellow" role="alert" mb="md" icon={<Icon name="attention" />}>
        {t('bookingTemplate.text.missing')}
      </Alert>
    );
  }
  if (template === null) return null;
  const { name, unavailableReferences } = template;
  const isComplete = unavailableReferences.length === 0;
  return (
    <Alert color={isComplete ? 'blue' : 'yellow'} role="status" mb="md" icon={<Icon name="booking" />}>
      {t(isComplete ? 'bookingTemplate.text.applied' : 'bookingTemplate.text.appliedWithout', { name })}
      {!isComplete && (
        <List fz="sm" mt={4}>
          {unavailableReferences.map((reference) => (
            <List.Item key={`${reference.field} ${reference.id ?? reference.code}`}>
              {referenceText(reference)}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

function referenceText({ kind, id, code, name }: BookingTemplate['unavailableReferences'][number]): string {
  return t('bookingTemplate.format.reference', {
    kind: t(`labels.resourceType.${kind}`),
    name: name ?? code ?? `#${id}`,
  });
}
