import { eventTypes } from '../../core/words/event-types.ts';

/** Types of events to choose from, by what they are about. */
export const eventTypeOptions = [
  { group: 'All', items: [{ value: '*', label: 'Everything, also what is added later' }] },
  ...['campaign', 'booking', 'creative', 'report'].map((kind) => ({
    group: kind.charAt(0).toUpperCase() + kind.slice(1),
    items: eventTypes
      .filter((type) => type.startsWith(`${kind}.`))
      .map((type) => ({ value: type, label: type.replace('.', ' ').replaceAll('_', ' ') })),
  })),
];
