import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks';
import type { SetupStep } from '../../contract/insight/setup-progress.ts';
import { type Person, useMe } from '../api/use-me.ts';
import { checklistStepsOf } from './checklist-steps.ts';

/** The steps of the checklist, without any once the user has hidden it in this browser. */
export function useChecklist(): { readonly steps: readonly SetupStep[]; readonly hide: () => void } {
  const me = useMe();
  const [isHidden, setHidden] = useLocalStorage({
    key: hiddenKey(me),
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return { steps: isHidden ? [] : checklistStepsOf(me), hide: () => setHidden(true) };
}

/** Returns the same steps outside of a component. */
export function openStepsOf(me: Person): readonly SetupStep[] {
  return readLocalStorageValue({ key: hiddenKey(me), defaultValue: false }) ? [] : checklistStepsOf(me);
}

function hiddenKey({ id }: Person): string {
  return `placard-checklist-${id}`;
}
