import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateResources } from '../../api/invalidate-resources.ts';
import { notifyProblem, notifySuccess } from '../notice/notify.ts';

/**
 * A change: what was asked about its nouns before is asked again, and the outcome is told.
 * @param nouns first parts of the keys whose answers it makes stale
 * @param done what to say, absent: nothing; `quiet` problems are shown where the change was made instead
 */
export function useChange<Input, Answer>(options: {
  readonly nouns: readonly string[];
  readonly change: (input: Input) => Promise<Answer>;
  readonly done?: string | ((answer: Answer, input: Input) => string);
  readonly onDone?: (answer: Answer, input: Input) => void;
  readonly quiet?: true;
}) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: options.change,
    onSuccess: async (answer, input) => {
      const { done } = options;
      if (done !== undefined) notifySuccess(typeof done === 'string' ? done : done(answer, input));
      options.onDone?.(answer, input);
      await invalidateResources(queries, options.nouns);
    },
    onError: (error) => {
      if (options.quiet !== true) notifyProblem(error);
    },
  });
}
