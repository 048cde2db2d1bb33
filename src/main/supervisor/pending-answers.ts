/** Requests to another process. Each is answered by a later message with its number. */
export type PendingAnswers<Answer> = {
  /** Sends a numbered request. Resolves with the answer, or with `without` after the timeout. */
  ask(send: (question: number) => void): Promise<Answer>;
  answered(question: number, answer: Answer): void;
};

export function createPendingAnswers<Answer>(withinMs: number, without: Answer): PendingAnswers<Answer> {
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  return {
    ask(send) {
      last += 1;
      const question = last;
      return new Promise((resolve) => {
        const answer = (given: Answer) => {
          clearTimeout(late);
          waiting.delete(question);
          resolve(given);
        };
        const late = setTimeout(() => answer(without), withinMs);
        waiting.set(question, answer);
        send(question);
      });
    },
    answered: (question, answer) => waiting.get(question)?.(answer),
  };
}
