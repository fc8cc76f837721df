import type { FastifyInstance } from 'fastify';
import type { App } from '../../app.ts';
import { openApiDocument } from '../../rest/openapi.ts';
import { referencePage, referenceStyle } from '../../rest/reference-page.ts';
import { demand } from '../authentication.ts';
import { pagePolicy } from '../security-headers.ts';

/** Serves the description of the legacy API, for programs and for people. */
export function registerReference(scope: FastifyInstance, app: App): void {
  const document = openApiDocument();
  const pages = [
    { url: '/openapi.json', type: 'application/json; charset=utf-8', body: JSON.stringify(document) },
    { url: '/docs', type: 'text/html; charset=utf-8', body: referencePage(document) },
    { url: '/docs.css', type: 'text/css; charset=utf-8', body: referenceStyle },
  ];
  for (const { url, type, body } of pages) {
    scope.get(url, async (request, reply) => {
      demand(app, request, 'read');
      return reply
        .type(type)
        .header('cache-control', 'no-cache')
        .header('content-security-policy', pagePolicy)
        .send(body);
    });
    scope.refuseOtherMethods(url, ['GET', 'HEAD']);
  }
}
