import { expect, it } from 'vitest';
import { runDefaults } from '../../src/archive/run-configuration.ts';
import {
  followsLine,
  guessLineName,
  inheritOverrides,
  lineNameFault,
  lineOfProject,
  mayChange,
  noOverrides,
} from '../../src/core/lines/line-rules.ts';
import { isOfLine } from '../../src/core/lines/lines.ts';

const request = {
  ...runDefaults,
  dropLists: null,
  gameVersion: null,
  modloader: null,
  modloaderVersion: null,
  startArgs: [],
  clientMods: [],
  whitelistedMods: [],
};

it('names of lines are words of an address, and none looks like that of a project on a platform', () => {
  expect(['a', 'all-the-mods-9', '1-12'].map(lineNameFault)).toEqual([null, null, null]);
  for (const name of ['', '-a', 'a-', 'A', 'a b', 'a/b', 'ä', 'modrinth-abc', 'ftb-1', 'x'.repeat(65)])
    expect(lineNameFault(name), name).not.toBeNull();
  const known = { name: 'modrinth-AANobbMI', project: 'MODRINTH:AANobbMI' };
  expect(lineOfProject('MODRINTH', 'AANobbMI')).toEqual(known);
  expect(lineOfProject('MODRINTH', '../x')).toBeNull();
});

it('a name is guessed from what stands before the version in that of a file', () => {
  const guesses = {
    'All the Mods 9-0.2.44.zip': 'all-the-mods-9',
    'Create_Plus v1.2.3 Fabric.mrpack': 'create-plus',
    'Pokémon (1.20.1) [2.0].zip': 'pokemon',
    'pack.zip': 'pack',
    '1.20.1.zip': null,
    '模组.zip': null,
  };
  for (const [file, name] of Object.entries(guesses)) expect(guessLineName(file), file).toBe(name);
});

it('a line is changed by who has named it and by operators; that of a project by operators alone', () => {
  const nobody = { tokenId: null, subject: null, isOperator: false };
  const named = { project: null, tokenId: 1, subject: null };
  const ofSubject = { project: null, tokenId: null, subject: 'alex' };
  const ofProject = { project: 'FTB:1', tokenId: null, subject: null };
  const may = [
    mayChange(named, { ...nobody, tokenId: 1 }),
    mayChange(ofSubject, { ...nobody, subject: 'alex' }),
    mayChange(named, { ...nobody, isOperator: true }),
    mayChange(ofProject, { ...nobody, isOperator: true }),
  ];
  expect(may).toEqual([true, true, true, true]);
  const mayNot = [
    mayChange(named, nobody),
    mayChange(named, { ...nobody, tokenId: 2 }),
    // The name of a token is none of a subject, and its number neither.
    mayChange(named, { ...nobody, subject: '1' }),
    mayChange(ofSubject, { ...nobody, subject: 'Alex' }),
    mayChange(ofSubject, nobody),
    // Of a token no subject matters, of a line with a token none does either.
    mayChange(ofSubject, { ...nobody, tokenId: 1, subject: 'alex' }),
    mayChange(ofProject, nobody),
    mayChange(ofProject, { ...nobody, tokenId: 1 }),
  ];
  expect(mayNot).toEqual(mayNot.map(() => false));
});

it('a version inherits the overrides that it does not say', () => {
  const overrides = {
    ...noOverrides,
    clientMods: ['a'],
    includeFiles: ['docs'],
    serverProperties: 'pvp=false\n',
  };
  const asked = { ...request, clientMods: ['b'], whitelistedMods: ['c'] };
  expect(inheritOverrides(asked, overrides)).toEqual({
    ...asked,
    includeFiles: ['docs'],
    serverProperties: 'pvp=false\n',
  });
});

it('what a stranger asks for follows a line where pack and line say it, memory aside', () => {
  const overrides = { ...noOverrides, clientMods: ['a'] };
  const plain = { ...request, clientMods: ['a'] };
  expect(followsLine({ ...plain, startArgs: ['-Xmx8G', '-Xms512m'] }, overrides)).toBe(true);
  const others = [
    request,
    { ...plain, startArgs: ['-XX:OnOutOfMemoryError=sh'] },
    { ...plain, startArgs: ['-Xmx8G -javaagent:x'] },
    { ...plain, gameVersion: '1.20.1' },
    { ...plain, modloaderVersion: '1' },
    { ...plain, includeWorld: true },
    { ...plain, serverProperties: 'rcon.password=x' },
    { ...plain, whitelistedMods: ['b'] },
    { ...plain, automaticSides: false },
    { ...plain, dropLists: ['theirs'] },
    { ...plain, dropLists: [] },
  ];
  expect(others.map((other) => followsLine(other, overrides))).toEqual(others.map(() => false));
});

it('a line hands out zips alone, whoever asks for another format', () => {
  const line = { id: 1, project: null, overrides: noOverrides, isOwn: true };
  expect([isOfLine(line, request), isOfLine(line, { ...request, format: 'MRPACK' })]).toEqual([true, false]);
});
