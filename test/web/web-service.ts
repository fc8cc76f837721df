import { pino } from 'pino';
import { findWebApp } from '../../src/web/find-web-app.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

/** The whole service with the pages as they are built from these sources. */
export async function startWebService(environment: Record<string, string> = {}): Promise<TestApp> {
  const web = await findWebApp({ log: pino({ level: 'silent' }) });
  if (web === null) throw new Error('The web app was not built; npm run build says why.');
  return startTestApp({ environment, web: Promise.resolve(web) });
}
