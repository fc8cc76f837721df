import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import findMyWay from 'find-my-way';
import { AppError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers all methods but these with 405 at this path, which is within the scope, before any body is looked at. */
    refuseOtherMethods(url: string, allowed: readonly HTTPMethods[]): void;
  }
}

/** The methods for which some path has a route. */
const routed: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'];

/**
 * Lets paths be answered for some methods alone. A method that other paths are answered for is refused by a route, since one with parameters
 * may stand for this path, too. The thirty others are at no route, and the path is looked up then by the router of the server: a route
 * for each of them takes a tenth of a start.
 */
export function watchMethods(server: FastifyInstance, maxParamLength: number): void {
  const paths = findMyWay({ maxParamLength });
  const allowedBy = new Map<unknown, readonly HTTPMethods[]>();
  server.decorate('refuseOtherMethods', function (url, allowed) {
    const refused = routed.filter((method) => !allowed.includes(method));
    const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
      throw refusal(request, reply, allowed);
    };
    this.route({ method: refused, url, onRequest: refuse, handler: refuse });
    const place = () => {};
    allowedBy.set(place, allowed);
    // A scope's root is also served without its slash.
    for (const path of url === '/' ? [this.prefix, `${this.prefix}/`] : [this.prefix + url])
      paths.on('GET', path, place);
  });
  server.addHook('onRequest', (request, reply, done) => {
    const found = request.is404 && !routed.includes(request.method) ? paths.find('GET', request.url) : null;
    const allowed = found && allowedBy.get(found.handler);
    if (allowed) done(refusal(request, reply, allowed));
    else done();
  });
}

function refusal(request: FastifyRequest, reply: FastifyReply, allowed: readonly HTTPMethods[]): AppError {
  reply.header('allow', allowed.join(', '));
  const answered = `${allowed.join(' and ')} ${allowed.length === 1 ? 'is' : 'are'}`;
  return new AppError('METHOD_NOT_ALLOWED', `${request.method} is not answered here; ${answered}.`);
}

/** Refuses an unknown path. */
export function answerNothing(request: FastifyRequest): never {
  throw new AppError('NOT_FOUND', `There is nothing at ${request.url.slice(0, 200)}.`);
}
