import { Tooltip } from '@mantine/core';

/** The tooltip next to an element. */
export function HintBubble({ target, text }: { readonly target: HTMLElement; readonly text: string | undefined }) {
  return <Tooltip key={text} target={target} label={text} opened />;
}
