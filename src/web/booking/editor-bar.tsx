import { Button, Menu, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import classes from './editor-bar.module.css';
import { draftWarningsId } from './insight/draft-warnings.tsx';
import { type DraftWarning, firstWarning, useDraftWarnings } from './insight/use-draft-warnings.ts';
import { type BookingValues, type MissingField, missingFieldsOf } from './model/booking-values.ts';
import { focusField, missingFieldName } from './sections/requested-field.tsx';
import { useSaveAsTemplate } from './template/save-as-template.tsx';

/** The bar at the bottom of the booking editor: state, missing fields and buttons. Narrow windows also show a warning. */
export function EditorBar(props: {
  readonly values: BookingValues;
  /** State of the changes. */
  readonly state: string;
  readonly warning: DraftWarning;
  /** Error of the last save. */
  readonly error: unknown;
  /** Buttons that save, submit or leave. */
  readonly children: ReactNode;
}) {
  const { values, state, warning, error, children } = props;
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const missing = missingFieldsOf(values);
  const template = useSaveAsTemplate(values);
  return (
    <section className={classes.bar} aria-label={t('booking.label.editorActions')}>
      {error !== null && <ProblemAlert error={error} />}
      {isNarrow && <TopWarning {...warning} />}
      <div className={classes.row}>
        <div className={classes.state}>
          {(!isNarrow || missing.length === 0) && (
            <Text fz="sm" c="dimmed" aria-live="polite">
              {state}
            </Text>
          )}
          {missing.length > 0 && <MissingFieldMenu missing={missing} />}
        </div>
        <div className={classes.buttons}>
          <Menu position="top-end">
            <Menu.Target>
              <Button variant="default" px="xs" aria-label={t('common.action.moreActions')}>
                <Icon name="more" />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>{template.item}</Menu.Dropdown>
          </Menu>
          {children}
        </div>
      </div>
      {template.dialog}
    </section>
  );
}

/** The first warning about the draft, in one line. It leads to the field that solves it, or to the warning. */
function TopWarning(warning: DraftWarning) {
  const first = firstWarning(useDraftWarnings(warning), warning.zone);
  if (first === null) return null;
  const { text, field } = first;
  const showWarnings = () => document.getElementById(draftWarningsId)?.scrollIntoView({ block: 'center' });
  return (
    <UnstyledButton className={classes.warning} onClick={() => (field === null ? showWarnings() : focusField(field))}>
      <Icon name="attention" />
      <Text fz="xs" truncate title={text}>
        {text}
      </Text>
    </UnstyledButton>
  );
}

/** The number of missing fields. It opens a list of them. */
function MissingFieldMenu({ missing }: { readonly missing: readonly MissingField[] }) {
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button variant="default" size="compact-sm" leftSection={<Icon name="attention" />}>
          {t('booking.text.missingFields', { count: missing.length })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {missing.map((field) => (
          // The menu closes first and moves the focus.
          <Menu.Item key={field} onClick={() => setTimeout(() => focusField(missingFieldName[field]))}>
            {t(`booking.missingField.${field}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
