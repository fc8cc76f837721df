import { NativeSelect, useMantineColorScheme } from '@mantine/core';
import { useContext, useEffect } from 'react';
import { isLanguage, languages } from '../../texts/languages.ts';
import { SpeechContext } from '../language/speech.ts';
import { askForColours } from './colours.ts';

const schemes = ['auto', 'light', 'dark'] as const;

/** The choice of language and colours. */
export function Preferences() {
  const { texts, language, setLanguage } = useContext(SpeechContext);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  useEffect(() => askForColours(colorScheme), [colorScheme]);
  return (
    <>
      <NativeSelect
        aria-label={texts.app.language}
        size="xs"
        value={language}
        data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) => isLanguage(value) && setLanguage(value)}
      />
      <NativeSelect
        aria-label={texts.app.colors}
        size="xs"
        value={colorScheme}
        data={schemes.map((value) => ({ value, label: texts.app[value] }))}
        onChange={({ currentTarget }) =>
          setColorScheme(schemes.find((scheme) => scheme === currentTarget.value) ?? 'auto')
        }
      />
    </>
  );
}
