import { Button, Group, NativeSelect, Stack, Switch, TagsInput, Text, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { NameEncoding } from '../../client/gql/schema.ts';
import { useViewer } from '../access/viewer.ts';
import { inPageWords } from '../language/field-names.ts';
import { useTexts } from '../language/speech.ts';
import { AddedModPill, AddJars } from './add-jars.tsx';
import { type FileOverrides, toServerIcon } from './file-overrides.ts';

const encodings: readonly NameEncoding[] = [
  'GBK',
  'BIG5',
  'SHIFT_JIS',
  'EUC_KR',
  'WINDOWS_1251',
  'IBM866',
  'WINDOWS_1252',
  'CP437',
];

/** Fields for added mods and files beside mods: patterns, worlds, the server's icon and properties. */
export function FileFields({
  value,
  onChange,
  problem = null,
}: {
  value: FileOverrides;
  onChange(value: FileOverrides): void;
  /** The service's refusal, and its field. */
  problem?: { field: string | null; message: string } | null;
}) {
  const texts = useTexts();
  const { files, word } = texts;
  const refused = (field: string) =>
    problem?.field?.endsWith(field) ? inPageWords(problem.message, texts) : null;
  const viewer = useViewer();
  // Other fields may change while jars are sent.
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const addMod = (entry: string) => {
    const { addedMods } = latest.current;
    if (addedMods.includes(entry)) return;
    latest.current = { ...latest.current, addedMods: [...addedMods, entry] };
    onChange(latest.current);
  };
  const lists = [
    ['addedMods', files.added, files.addedHint],
    ['includeFiles', files.include, files.includeHint],
    ['excludeFiles', files.exclude, files.excludeHint],
  ] as const;
  return (
    <Stack gap="sm">
      {lists.map(([name, label, description]) => (
        <Stack key={name} gap={4}>
          <TagsInput
            label={label}
            description={description}
            value={value[name]}
            onChange={(list) => onChange({ ...value, [name]: list.map((one) => one.trim()).filter(Boolean) })}
            splitChars={[',']}
            acceptValueOnBlur
            clearable
            clearButtonProps={{ 'aria-label': word.remove(label) }}
            {...(name === 'addedMods' && { renderPill: AddedModPill })}
            error={refused(name)}
          />
          {name === 'addedMods' && viewer.may('PUBLISH') && <AddJars onAdded={addMod} />}
        </Stack>
      ))}
      <Switch
        checked={value.includeWorld}
        onChange={({ currentTarget }) => onChange({ ...value, includeWorld: currentTarget.checked })}
        label={files.world}
        description={files.worldHint}
      />
      <IconField
        value={value.serverIcon}
        onChange={(serverIcon) => onChange({ ...value, serverIcon })}
        refused={refused('serverIcon')}
      />
      <Textarea
        label={files.properties}
        description={files.propertiesHint}
        value={value.serverProperties ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ ...value, serverProperties: currentTarget.value === '' ? null : currentTarget.value })
        }
        rows={value.serverProperties === null ? 2 : 8}
        spellCheck={false}
        error={refused('serverProperties')}
      />
      <NativeSelect
        label={files.encoding}
        description={files.encodingHint}
        value={value.nameEncoding ?? ''}
        onChange={({ currentTarget }) =>
          onChange({
            ...value,
            nameEncoding: encodings.find((encoding) => encoding === currentTarget.value) ?? null,
          })
        }
        data={[
          { value: '', label: files.likeliestEncoding },
          ...encodings.map((encoding) => ({ value: encoding, label: files.encodings[encoding] })),
        ]}
        error={refused('nameEncoding')}
      />
      <NativeSelect
        label={files.format}
        description={files.formatHint}
        value={value.format}
        onChange={({ currentTarget }) =>
          onChange({ ...value, format: currentTarget.value === 'MRPACK' ? 'MRPACK' : 'ZIP' })
        }
        data={Object.entries(files.formats).map(([format, label]) => ({ value: format, label }))}
        error={refused('format')}
      />
    </Stack>
  );
}

function IconField({
  value,
  onChange,
  refused,
}: {
  value: string | null;
  onChange(icon: string | null): void;
  refused: string | null;
}) {
  const { files, word } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [isNone, setNone] = useState(false);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const icon = await toServerIcon(file);
    setNone(icon === null);
    if (icon !== null) onChange(icon);
  };
  const fault = isNone ? files.noPicture : refused;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {files.icon}
      </Text>
      <Text size="xs" c="dimmed">
        {files.iconHint}
      </Text>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label={files.icon}
        onChange={({ currentTarget }) => {
          void take(currentTarget.files?.[0]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
      <Group gap="sm">
        {value !== null && (
          <img src={`data:image/png;base64,${value}`} alt={files.icon} width="64" height="64" />
        )}
        <Button size="xs" variant="default" onClick={() => input.current?.click()}>
          {files.choosePicture}
        </Button>
        {value !== null && (
          <Button size="xs" variant="default" onClick={() => onChange(null)}>
            {word.remove(files.icon)}
          </Button>
        )}
      </Group>
      {fault !== null && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
    </Stack>
  );
}
