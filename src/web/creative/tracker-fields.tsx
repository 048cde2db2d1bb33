import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { type DisplayTrackerEvent, displayTrackerEvents } from '../../core/creative/display-trackers.ts';
import { fieldError } from '../api/use-draft.ts';
import { t } from '../i18n/t.ts';

type Trackers = { [Event in DisplayTrackerEvent]?: string[] };
type Props = {
  readonly draft: {
    readonly values: { readonly trackers: Trackers };
    readonly set: (name: 'trackers', trackers: Trackers) => void;
  };
  readonly error: unknown;
};

/** URLs of third parties that measure a creative or a booking. Other events of players are set with the API. */
export function TrackerFields(props: Props) {
  return displayTrackerEvents.map((event) => <TrackerField key={event} event={event} {...props} />);
}

function TrackerField({ event, draft, error }: Props & { readonly event: DisplayTrackerEvent }) {
  const { values, set } = draft;
  // The text as typed: the URLs alone have no empty last line.
  const [text, setText] = useState((values.trackers[event] ?? []).join('\n'));
  const change = (typed: string) => {
    setText(typed);
    const { [event]: _before, ...others } = values.trackers;
    const urls = typed.split('\n').flatMap((line) => line.trim() || []);
    set('trackers', urls.length === 0 ? others : { ...others, [event]: urls });
  };
  return (
    <Textarea
      label={t(`creative.tracker.${event}`)}
      description={t('creative.hint.trackers')}
      placeholder="https://"
      autosize
      minRows={1}
      maxRows={6}
      spellCheck={false}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      error={fieldError(error, `trackers/${event}`)}
    />
  );
}
