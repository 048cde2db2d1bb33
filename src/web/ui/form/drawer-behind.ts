import { createContext, type Dispatch, type SetStateAction, use, useEffect, useState } from 'react';

type SetCovered = Dispatch<SetStateAction<boolean>>;

/** Tells the drawer behind that another one covers it. Null: there is no drawer behind. */
export const DrawerBehind = createContext<SetCovered | null>(null);

/** Whether another drawer covers this one, and the value of `DrawerBehind` for the content of this one. */
export function useCovered(): readonly [boolean, SetCovered] {
  const behind = use(DrawerBehind);
  const [isCovered, setCovered] = useState(false);
  useEffect(() => {
    behind?.(true);
    return () => behind?.(false);
  }, [behind]);
  return [isCovered, setCovered];
}
