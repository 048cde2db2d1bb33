import { Loader, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { t } from '../../i18n/t.ts';
import classes from './editable-cell.module.css';

type CellInput = {
  readonly type?: 'text' | 'number' | 'datetime-local';
  readonly inputMode?: 'decimal' | 'numeric';
  readonly min?: number;
  readonly max?: number;
  readonly maxLength?: number;
  readonly required?: boolean;
};

/**
 * A value of a table that is edited in its cell: with a double click, the pencil, or Enter on the cell. Enter or leaving the
 * field saves, Escape discards.
 */
export function EditableCell({
  label,
  textOf,
  input = {},
  isValid = () => true,
  onSave,
  children,
}: {
  /** Name of the field and of its object, for screen readers. */
  readonly label: string;
  /** Returns the value as the input shows it. Called only for an edited cell. */
  readonly textOf: () => string;
  readonly input?: CellInput;
  /** Whether a text can be saved, in addition to the rules of the input. */
  readonly isValid?: (text: string) => boolean;
  /** Saves a changed value. Resolves when it is saved or the problem is shown. */
  readonly onSave: (text: string) => Promise<unknown>;
  readonly children: ReactNode;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isInvalid, setInvalid] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  // The field also loses the focus when a key has ended the edit.
  const isEnded = useRef(false);

  const begin = () => {
    isEnded.current = false;
    setDraft(textOf());
  };
  const end = (isByKey: boolean) => {
    isEnded.current = true;
    setDraft(null);
    setInvalid(false);
    if (isByKey) frame.current?.closest('td')?.focus();
  };
  const save = async (field: HTMLInputElement, isByKey: boolean) => {
    if (!field.reportValidity()) return;
    if (!isValid(field.value)) {
      setInvalid(true);
      return;
    }
    end(isByKey);
    if (field.value === textOf()) return;
    setSaving(true);
    await onSave(field.value);
    setSaving(false);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The grid handles no keys of the input.
    event.stopPropagation();
    if (event.key === 'Escape') end(true);
    if (event.key === 'Enter') void save(event.currentTarget, true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the double click is a shortcut of the button
    <div ref={frame} className={classes.cell} onDoubleClick={begin}>
      {draft === null ? (
        <>
          <span className={classes.value}>{children}</span>
          {isSaving ? (
            <Loader size={14} className={classes.saving} aria-label={t('common.text.saving')} />
          ) : (
            <button
              type="button"
              data-edit
              className={classes.edit}
              tabIndex={-1}
              aria-label={t('common.action.editField', { field: label })}
              onClick={begin}
            />
          )}
        </>
      ) : (
        <TextInput
          {...input}
          size="xs"
          flex={1}
          miw={0}
          aria-label={label}
          autoFocus
          value={draft}
          error={isInvalid}
          onChange={(event) => {
            setInvalid(false);
            setDraft(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
          onBlur={(event) => {
            if (!isEnded.current) void save(event.currentTarget, false);
          }}
        />
      )}
    </div>
  );
}
