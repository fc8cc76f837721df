import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { type Context, createLoaders } from '../graphql/context.ts';
import { createTurns } from '../graphql/execution/turns.ts';
import { createBudget } from '../graphql/execution/work.ts';
import { baseUrlOf } from './base-url.ts';

/** The context of one request; `gone` aborts when its client disconnects. */
export function openContext(app: App, request: FastifyRequest, gone?: AbortSignal): Context {
  const baseUrl = baseUrlOf(app.config, request);
  return createContext(app, { viewer: request.viewer, baseUrl, gone });
}

/** The context of an operation without an HTTP request of its own, such as one on a socket. */
export function createContext(
  app: App,
  { viewer, baseUrl, gone }: Pick<Context, 'viewer' | 'baseUrl'> & { gone?: AbortSignal | undefined },
): Context {
  const { database, storage, previews, config } = app;
  const turns = createTurns();
  const answerBudget = createBudget(config.maxAnswerBytes);
  return {
    database,
    storage,
    feed: app.feed,
    progress: app.progress,
    queueBoard: app.queueBoard,
    lineNews: app.lineNews,
    versions: app.versions,
    readVersions: app.readVersions,
    unpackInner: app.unpackInner,
    previews,
    comparisons: app.comparisons,
    facts: app.facts.current,
    logs: app.logs,
    boots: app.boots,
    following: app.following,
    fetching: app.fetching,
    settings: app.settings,
    outsidePlaces: app.outsidePlaces,
    gone: gone ?? new AbortController().signal,
    config,
    baseUrl,
    viewer,
    access: app.access,
    maxPageSize: config.maxPageSize,
    answerBudget,
    work: null,
    turns,
    aside: (work) => work(),
    loaders: createLoaders({ database, storage, previews, turns, answerBudget }),
  };
}
