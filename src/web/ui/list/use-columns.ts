import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import { useMe } from '../../api/use-me.ts';
import { type ColumnChoice, chosenColumns, movedColumn, type OptionalColumn } from './column-choice.ts';

const noChoice: ColumnChoice = {};

/** The columns of a list that the user has chosen, in their order and width. Stored in the browser for each user. */
export function useColumnChoice<Row>(list: string, all: readonly OptionalColumn<Row>[]) {
  const me = useMe();
  const [choice, setChoice] = useLocalStorage<ColumnChoice>({
    key: `placard-columns-${list}-${me.id}`,
    defaultValue: noChoice,
    // Otherwise all rows would render twice.
    getInitialValueInEffect: false,
  });
  const columns = useMemo(() => chosenColumns(all, choice), [all, choice]);
  const keys = columns.map(({ key }) => key);
  return {
    columns,
    show: (key: string, isShown: boolean) =>
      setChoice((now) => ({ ...now, keys: isShown ? [...keys, key] : keys.filter((other) => other !== key) })),
    move: (key: string, by: -1 | 1) => setChoice((now) => ({ ...now, keys: movedColumn(keys, key, by) })),
    resize: (key: string, width: number) => setChoice((now) => ({ ...now, widths: { ...now.widths, [key]: width } })),
    reset: () => setChoice(noChoice),
  };
}
