import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import findMyWay from 'find-my-way';
import { AppError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers all other methods at this path of the scope with 405, before any body is read. */
    refuseOtherMethods(url: string, allowed: readonly HTTPMethods[]): void;
  }
}

/** Every method that some route uses. */
const routed: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'];

/**
 * Refuses unsupported methods with 405. A method that other paths support is refused by a route, since a route with
 * parameters may match this path, too. The thirty other methods have no routes; the path is then looked up in a router
 * here, because routes for each of them would take a tenth of the start-up time.
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
    const marker = () => {};
    allowedBy.set(marker, allowed);
    // A scope's root is also served without its slash.
    for (const path of url === '/' ? [this.prefix, `${this.prefix}/`] : [this.prefix + url])
      paths.on('GET', path, marker);
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
