import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Client, Provider } from 'urql';
import { type Speech, SpeechContext } from '../language/speech.ts';
import { Shell } from './shell.tsx';
import { theme } from './theme.ts';

/** Provides every page with language, colours, connection and shell. */
export function Frame({ speech, client, children }: { speech: Speech; client: Client; children: ReactNode }) {
  return (
    <SpeechContext value={speech}>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <Provider value={client}>
          <Shell>{children}</Shell>
        </Provider>
      </MantineProvider>
    </SpeechContext>
  );
}
