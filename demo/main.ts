/**
 * Shows one run on a running gateway; with `--mrpack`, one of a modpack that only names its mods, on a gateway and a
 * file host of its own, so that no network is needed.
 */
import { openFileHost } from './file-host.ts';
import { startOwnGateway } from './own-gateway.ts';
import { buildDemoMrpack, buildDemoPack } from './pack.ts';
import { show } from './show.ts';

const output = 'demo_server_pack.zip';
const label = `demo of ${new Date().toISOString()}`;

async function showZip(): Promise<void> {
  // Settings that the service and the bot have too; blank ones count as absent there as well.
  const { GATEWAY_URL, GATEWAY_TOKEN, PORT } = process.env;
  const url = (GATEWAY_URL?.trim() || `http://127.0.0.1:${PORT?.trim() || 8080}`).replace(/\/+$/, '');
  const token = GATEWAY_TOKEN?.trim();
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  try {
    await show({ url, headers }, { pack: await buildDemoPack(label), fileName: 'demo.zip', output });
  } catch (error) {
    if (!(error instanceof Error) || !(error.cause instanceof Error)) throw error;
    const hint = `Is the gateway running at ${url}? Start it with: npm start`;
    throw new Error(`${error.message} (${error.cause.message})\n${hint}`, { cause: error });
  }
}

async function showMrpack(): Promise<void> {
  await using parts = new AsyncDisposableStack();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void parts.disposeAsync().finally(() => process.exit(1)));
  }
  const host = parts.use(await openFileHost());
  const { pack, jars } = await buildDemoMrpack(host.address, label);
  for (const [name, jar] of jars) host.serve(`/${name}`, jar);
  process.stdout.write(
    `A file host at ${host.address} has the mods. Starting a gateway that may ask it ...\n`,
  );
  const gateway = parts.use(await startOwnGateway(host));
  const { url } = gateway;
  await show({ url, headers: {} }, { pack, fileName: 'demo.mrpack', output, onFetching: host.hurry });
}

const args = process.argv.slice(2);
const unknown = args.find((argument) => argument !== '--mrpack');
const shown =
  unknown === undefined
    ? (args.length > 0 ? showMrpack : showZip)()
    : Promise.reject(new Error(`The demo does not know "${unknown}". It knows --mrpack, or nothing.`));
shown.catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
