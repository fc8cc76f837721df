import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { type Context, createLoaders } from '../graphql/context.ts';

/** The context in which one request is resolved. */
export function openContext(app: App, request: FastifyRequest): Context {
  const baseUrl = app.config.publicUrl ?? `${request.protocol}://${request.host}`;
  return createContext(app, { viewer: request.viewer, baseUrl });
}

/** The same for requests that have no HTTP request of their own, such as those on a socket. */
export function createContext(app: App, { viewer, baseUrl }: Pick<Context, 'viewer' | 'baseUrl'>): Context {
  const { database, storage, feed, progress, versions, config, access } = app;
  return {
    database,
    storage,
    feed,
    progress,
    versions,
    config,
    baseUrl,
    viewer,
    access,
    maxPageSize: config.maxPageSize,
    maxQueryCost: config.maxQueryCost,
    loaders: createLoaders(database),
  };
}
