import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { AppError } from '../errors.ts';

// CORS answers OPTIONS, for all faces alike; CONNECT never reaches a route.
const methods = METHODS.filter((method) => method !== 'OPTIONS' && method !== 'CONNECT');

/** Makes the server know every method there is, so that each one can be told that it is not answered. */
export function knowAllMethods(server: FastifyInstance): void {
  for (const method of methods) {
    if (!server.supportedMethods.includes(method)) server.addHttpMethod(method);
  }
}

/** Answers all methods but these with 405, before any body is looked at. */
export function refuseOtherMethods(scope: FastifyInstance, url: string, allowed: HTTPMethods[]): void {
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('allow', allowed.join(', '));
    const answered = `${allowed.join(' and ')} ${allowed.length === 1 ? 'is' : 'are'}`;
    throw new AppError('METHOD_NOT_ALLOWED', `${request.method} is not answered here; ${answered}.`);
  };
  const others = methods.filter((method) => !allowed.includes(method));
  scope.route({ method: others, url, onRequest: refuse, handler: refuse });
}

/** Answers a path that holds nothing. */
export function answerNothing(request: FastifyRequest): never {
  throw new AppError('NOT_FOUND', `There is nothing at ${request.url.slice(0, 200)}.`);
}
