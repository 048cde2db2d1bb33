import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateResources } from '../../api/invalidate-resources.ts';
import { notifyProblem, notifySuccess } from '../notice/notify.ts';
import { notifyWithUndo } from '../notice/notify-with-undo.tsx';

/**
 * A mutation that invalidates the queries of its nouns and shows a notification.
 * @param nouns first parts of the query keys that become stale
 * @param done text of the notification. Absent: no notification
 * @param inverse returns the input that reverts the change, for an undo button in the notification. null: none
 * @param quiet shows no notification for a problem, because the form shows it
 */
export function useChange<Input, Answer>(options: {
  readonly nouns: readonly string[];
  readonly change: (input: Input) => Promise<Answer>;
  readonly done?: string | ((answer: Answer, input: Input) => string);
  readonly onDone?: (answer: Answer, input: Input) => void;
  readonly inverse?: (input: NoInfer<Input>) => NoInfer<Input> | null;
  readonly quiet?: true;
}) {
  const queries = useQueryClient();
  const revert = async (inverse: Input) => {
    try {
      await options.change(inverse);
    } catch (error) {
      notifyProblem(error);
    }
    await invalidateResources(queries, options.nouns);
  };
  return useMutation({
    mutationFn: options.change,
    onSuccess: async (answer, input) => {
      const { done } = options;
      if (done !== undefined) {
        const text = typeof done === 'string' ? done : done(answer, input);
        const inverse = options.inverse?.(input) ?? null;
        if (inverse === null) notifySuccess(text);
        else notifyWithUndo(text, () => void revert(inverse));
      }
      options.onDone?.(answer, input);
      await invalidateResources(queries, options.nouns);
    },
    onError: (error) => {
      if (options.quiet !== true) notifyProblem(error);
    },
  });
}
