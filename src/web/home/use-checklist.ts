import { useLocalStorage } from '@mantine/hooks';
import type { SetupStep } from '../../contract/insight/setup-progress.ts';
import { useMe } from '../api/use-me.ts';
import { checklistStepsOf } from './checklist-steps.ts';

/** The steps of the checklist, without any once the user has hidden it in this browser. */
export function useChecklist(): { readonly steps: readonly SetupStep[]; readonly hide: () => void } {
  const me = useMe();
  const [isHidden, setHidden] = useLocalStorage({
    key: `placard-checklist-${me.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return { steps: isHidden ? [] : checklistStepsOf(me), hide: () => setHidden(true) };
}
