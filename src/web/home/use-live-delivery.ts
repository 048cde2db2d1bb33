import { useEffect, useState } from 'react';
import type { LiveDelivery } from '../../client/generated/types.gen.ts';

const address = '/api/v1/delivery/live';

/**
 * Counts of the most recent days, updated by the server after each change. null until they arrive. Hidden tabs do not
 * follow them, because browsers limit the connections to a server.
 */
export function useLiveDelivery(): LiveDelivery | null {
  const [delivery, setDelivery] = useState<LiveDelivery | null>(null);
  useEffect(() => {
    let source: EventSource | null = null;
    const close = () => {
      source?.close();
      source = null;
    };
    const follow = () => {
      close();
      if (document.visibilityState === 'hidden') return;
      source = new EventSource(address);
      source.onmessage = ({ data }) => setDelivery(JSON.parse(data) as LiveDelivery);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      close();
    };
  }, []);
  return delivery;
}
