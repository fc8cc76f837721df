import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { Context } from '../graphql/context.ts';
import { createEventLoopYields } from '../graphql/execution/event-loop-yields.ts';
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
  {
    viewer,
    baseUrl,
    gone = new AbortController().signal,
  }: Pick<Context, 'viewer'> & { baseUrl: string; gone?: AbortSignal | undefined },
): Context {
  const { database, config } = app;
  return {
    parts: app,
    viewer,
    operation: {
      database,
      baseUrl,
      gone,
      maxPageSize: config.maxPageSize,
      answerBudget: createBudget(config.maxAnswerBytes),
      work: null,
      yields: createEventLoopYields(),
      aside: (work) => work(),
      loaders: new Map(),
    },
  };
}
