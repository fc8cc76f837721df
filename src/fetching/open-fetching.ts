import type { IncomingFile, Storage } from '../storage/storage.ts';
import type { ConnectOverrides } from './connect.ts';
import { type CurseForge, createCurseForge } from './curseforge.ts';
import { fetchByLinks, type ReceiveFile } from './fetch-file.ts';
import { type FetchedFiles, type FetchOptions, type FetchResult, fetchFiles } from './fetch-files.ts';
import { createFtb, type Ftb } from './ftb.ts';
import { openLazyAgent } from './lazy-agent.ts';
import { createModrinth, type Modrinth } from './modrinth.ts';
import {
  type PlatformState,
  type PlatformTrouble,
  type TroubleChange,
  type WatchedPlatform,
  watchPlatforms,
} from './platform-troubles.ts';
import type { ReadValidator } from './published-versions.ts';
import { readValidator } from './read-validator.ts';
import { openReceiving, type Receiving } from './receiving.ts';
import type { FetchSettings, PlatformSettings } from './settings.ts';
import type { TransferredFile } from './transfer.ts';
import { userAgent } from './user-agent.ts';
import type { WantedFile } from './wanted-file.ts';

/** All outgoing requests for packs and files, over one pool of connections. The owner closes it. */
export interface Fetching extends AsyncDisposable {
  /** As `fetchFiles`. */
  fetchFiles(wanted: readonly WantedFile[], options: FetchOptions): Promise<FetchResult>;
  /**
   * Fetches a file by its link and verifies the hashes that are given; other callers do not share the file. Fails with
   * a FetchError, with the failure of `receive`, or with the signal's reason.
   */
  fetchFile(
    wanted: WantedFile,
    options: { maxBytes: number; receive: ReceiveFile; signal: AbortSignal },
  ): Promise<IncomingFile>;
  /**
   * Stores a file that a user has supplied for a run, as if the file had been fetched. If it is stored already, the
   * supplied copy is dropped. Fails as `FetchedFiles.obtain`.
   */
  keepBrought(wanted: WantedFile, brought: TransferredFile, signal: AbortSignal): Promise<unknown>;
  /** Starts the receiving thread early, when files are likely to be wanted soon. */
  begin(): void;
  /** The hosts that files may come from. */
  hosts: readonly string[];
  modrinth: Modrinth;
  /** Modrinth with a single attempt, for optional answers. */
  catalogue: Pick<Modrinth, 'projectsOf'>;
  /** Null without a key. */
  curseForge: CurseForge | null;
  ftb: Ftb;
  /** As `readValidator`. */
  validatorOf: ReadValidator;
  /** The platforms whose answers this node cannot use. */
  troubles(): PlatformTrouble[];
  /** How each platform answers this node. */
  platforms(): PlatformState[];
}

/** The network is not used before the first request. */
export function openFetching(
  {
    storage,
    fetched,
    troubleChanged,
  }: { storage: Storage; fetched: FetchedFiles; troubleChanged?: TroubleChange },
  settings: FetchSettings,
  platforms: PlatformSettings,
  overrides: ConnectOverrides = {},
): Fetching {
  const { parallel: connections, privateAddresses, silenceMs } = settings;
  const agent = openLazyAgent({ connections, privateAddresses, silenceMs }, overrides);
  const name = userAgent(settings.contact);
  const keyed = { hosts: platforms.curseForgeKeyHosts, key: platforms.curseForgeApiKey };
  const platformTroubles = watchPlatforms(troubleChanged);
  const heedOf = (platform: WatchedPlatform) => ({
    watch: <Answer>(answer: Promise<Answer>) => platformTroubles.watch(platform, answer),
  });
  const thread = openReceiving({ ...settings, userAgent: name, connect: overrides, keyed });
  const receiving: Receiving = {
    ...thread,
    receive(order, watch) {
      const received = thread.receive(order, watch);
      const isKeyed = keyed.key !== null && keyed.hosts.includes(URL.parse(order.link)?.host ?? '');
      return isKeyed ? platformTroubles.watch('curseforge_files', received) : received;
    },
  };
  const files = { receiving, storage, fetched, settings };
  const apis = {
    async dispatcher() {
      const { apiDispatcher } = await import('./dispatcher.ts');
      return apiDispatcher(await agent.get(), settings);
    },
    userAgent: name,
  };
  const once = { dispatcher: agent.get, userAgent: name };
  const byLink = async () => {
    const { fileDispatcher } = await import('./dispatcher.ts');
    return fileDispatcher(await agent.get(), settings, keyed);
  };
  const { curseForgeApiKey: apiKey, answerMs: milliseconds } = platforms;
  return {
    fetchFiles: (wanted, options) => fetchFiles(files, wanted, options),
    async fetchFile(wanted, { maxBytes, receive, signal }) {
      const { discard } = storage;
      const needs = {
        ...files,
        storage: { receiveFrom: receive, discard },
        // A pack may be as large as an upload, and take as long as all files of a pack.
        settings: { ...settings, fileBytes: maxBytes, fileMs: settings.packMs },
      };
      return (await fetchByLinks(needs, wanted, { signal, received() {}, arrived() {} })).incoming;
    },
    keepBrought: (wanted, brought, signal) => fetched.obtain(wanted, signal, async () => brought),
    begin: receiving.begin,
    hosts: settings.hosts,
    modrinth: createModrinth(
      { ...apis, ...heedOf('modrinth') },
      { apiUrl: platforms.modrinthApiUrl, milliseconds },
    ),
    catalogue: createModrinth(
      { ...once, ...heedOf('modrinth') },
      { apiUrl: platforms.modrinthApiUrl, milliseconds },
    ),
    curseForge:
      apiKey === null
        ? null
        : createCurseForge(
            { ...apis, ...heedOf('curseforge') },
            { apiUrl: platforms.curseForgeApiUrl, apiKey, milliseconds },
          ),
    ftb: createFtb({ ...apis, ...heedOf('ftb') }, { apiUrl: platforms.ftbApiUrl, milliseconds }),
    validatorOf: (link, known, signal) =>
      readValidator(
        { dispatcher: byLink, hosts: settings.hosts, userAgent: name, milliseconds },
        link,
        known,
        signal,
      ),
    troubles: platformTroubles.now,
    platforms: platformTroubles.states,
    async [Symbol.asyncDispose]() {
      await Promise.all([agent[Symbol.asyncDispose](), receiving[Symbol.asyncDispose]()]);
    },
  };
}
