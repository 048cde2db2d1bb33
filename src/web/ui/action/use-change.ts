import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateResources } from '../../api/invalidate-resources.ts';
import { notifyProblem, notifySuccess } from '../notice/notify.ts';

/**
 * A mutation that invalidates the queries of its nouns and shows a notification.
 * @param nouns first parts of the query keys that become stale
 * @param done text of the notification. Absent: no notification
 * @param quiet shows no notification for a problem, because the form shows it
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
