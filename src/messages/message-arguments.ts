import type { CompiledIcuChoices, CompiledMessage } from '@lingui/message-utils/compileMessage';

/** TypeScript types of an argument. */
export type ArgumentType = 'number' | 'string' | 'string | number' | 'Date';

const choiceTypes: Readonly<Record<string, ArgumentType>> = {
  plural: 'number',
  selectordinal: 'number',
  select: 'string',
};
const formatTypes: Readonly<Record<string, ArgumentType>> = { number: 'number', date: 'Date', time: 'Date' };

/** Returns the arguments of a message by name. `{count, plural, ...}` needs a number, `{name}` a string or a number. */
export function argumentsOf(message: CompiledMessage): ReadonlyMap<string, ArgumentType> {
  const found = new Map<string, ArgumentType>();
  const visit = (tokens: CompiledMessage) => {
    for (const token of tokens) {
      if (typeof token === 'string') continue;
      const [name, type, format] = token;
      add(found, name, type);
      if (type === undefined || choiceTypes[type] === undefined) continue;
      for (const choice of Object.values(format as CompiledIcuChoices)) if (Array.isArray(choice)) visit(choice);
    }
  };
  visit(message);
  return found;
}

function add(found: Map<string, ArgumentType>, name: string, type: string | undefined): void {
  const needed = choiceTypes[type ?? ''] ?? formatTypes[type ?? ''] ?? 'string | number';
  const before = found.get(name);
  if (before === undefined || before === 'string | number') found.set(name, needed);
}
