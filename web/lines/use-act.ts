import { useState } from 'react';
import type { Refusal } from '../data/refusal.ts';

/** Does one thing at a time, and keeps why the last was refused. */
export function useAct<Action>(send: (action: Action) => Promise<Refusal | null>) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const act = async (action: Action) => {
    setBusy(true);
    setRefusal(await send(action));
    setBusy(false);
  };
  return { act: (action: Action) => void act(action), isBusy, refusal };
}
