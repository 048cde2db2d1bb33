import { Tooltip } from '@mantine/core';

/** The words of a hint beside what they explain. */
export function HintBubble({ target, means }: { readonly target: HTMLElement; readonly means: string | undefined }) {
  return <Tooltip key={means} target={target} label={means} opened />;
}
