import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const attribute = z.object({ key: z.string(), value: z.looseObject({}) });
const sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: z.string(),
              attributes: z.array(attribute),
            }),
          ),
        }),
      ),
    }),
  ),
});
type Sent = z.infer<typeof sent>['resourceSpans'][number];

const spansIn = ({ scopeSpans }: Sent) => scopeSpans.flatMap(({ spans }) => spans);

/** An OpenTelemetry collector that keeps what it is sent by OTLP over HTTP. */
export async function startCollector() {
  const received: Sent[] = [];
  const asked: [string | undefined, unknown][] = [];
  const server = createServer(async (request, response) => {
    asked.push([request.url, request.headers['x-team']]);
    received.push(...sent.parse(await json(request)).resourceSpans);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A port was expected');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    received,
    spans: () => received.flatMap(spansIn),
    /** Those of one service, as they began. */
    spansOf: (service: string) =>
      received
        .filter(({ resource }) =>
          resource.attributes.some(
            ({ key, value }) => key === 'service.name' && value.stringValue === service,
          ),
        )
        .flatMap(spansIn)
        .sort((one, next) => Number(BigInt(one.startTimeUnixNano) - BigInt(next.startTimeUnixNano))),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
