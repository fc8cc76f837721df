import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Language } from '../../texts/languages.ts';
import type { Texts } from '../../texts/web.ts';
import { askTexts } from '../../texts/web.ts';
import { followSessions, sessionCount } from '../access/session.ts';
import { createClient } from '../data/client.ts';
import { remember } from '../data/remembered.ts';
import { useStore } from '../data/store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { Routes } from './routes.tsx';

/** The whole app: its language, its colours, its connection to the service, and its pages. */
export function App(given: { language: Language; texts: Texts }) {
  const speech = useSpeech(given);
  const client = useSessionClient();
  return (
    <Frame speech={speech} client={client}>
      <ErrorBoundary>
        <Routes />
      </ErrorBoundary>
    </Frame>
  );
}

function useSpeech(given: { language: Language; texts: Texts }) {
  const [spoken, setSpoken] = useState(given);
  useEffect(() => {
    document.documentElement.lang = spoken.language;
  }, [spoken.language]);
  const setLanguage = useCallback((language: Language) => {
    remember('language', language);
    void askTexts(language).then((texts) => setSpoken({ language, texts }));
  }, []);
  return useMemo(() => ({ ...spoken, setLanguage }), [spoken, setLanguage]);
}

/** A client for each session, so that a person sees nothing of another session's cache. */
function useSessionClient() {
  const count = useStore(sessionCount);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session needs another client.
  const { client, close } = useMemo(createClient, [count]);
  useEffect(followSessions, []);
  useEffect(() => close, [close]);
  return client;
}
