import type { RunConfigurationInput } from '../client/gql/schema.ts';
import { graphql, type WholeRunFragment } from './gql/graphql.ts';

graphql(`
  fragment WholeRun on RunConfiguration {
    gameVersion
    modloader
    modloaderVersion
    startArgs
    clientMods
    whitelistedMods
    dropLists
    addedMods
    automaticSides
    includeFiles
    excludeFiles
    includeWorld
    nameEncoding
    format
    serverIcon {
      content
    }
    serverProperties {
      content
    }
  }
`);

/** Copies the overrides of an earlier request into a new one. */
export function sameOverrides({
  serverIcon,
  serverProperties,
  ...others
}: WholeRunFragment): RunConfigurationInput {
  return {
    ...others,
    serverIcon: serverIcon?.content ?? null,
    serverProperties: serverProperties?.content ?? null,
  };
}
