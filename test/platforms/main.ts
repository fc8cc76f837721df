// Asks the real platforms the questions that the service relies on, and tells what has changed since their shapes were recorded. Ends
// with 1 where an answer cannot be relied on any more. It needs a network, and for CurseForge a key.
import { readConfig } from '../../src/config.ts';
import { userAgent } from '../../src/fetching/user-agent.ts';
import { type Ask, checkPlatforms } from './check-platforms.ts';

const { platforms, fetching } = readConfig(process.env);
const write = (line: string) => void process.stdout.write(`${line}\n`);

const ask: Ask = async (url, { body, headers }) => {
  const response = await fetch(url, {
    // The key goes nowhere else.
    redirect: 'error',
    signal: AbortSignal.timeout(platforms.answerMs),
    headers: {
      ...headers,
      accept: 'application/json',
      'user-agent': userAgent(fetching?.contact ?? null),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (response.status !== 200) throw new Error(`It answers ${response.status}.`);
  return response.json();
};

const findings = await checkPlatforms(ask, {
  modrinth: platforms.modrinthApiUrl,
  curseForge: platforms.curseForgeApiUrl,
  ftb: platforms.ftbApiUrl,
  curseForgeKey: platforms.curseForgeApiKey,
});
for (const { question, faults, news } of findings) {
  write(`${question}: ${faults.length === 0 ? 'as recorded' : 'not as recorded'}`);
  for (const fault of faults) write(`  fault: ${fault}`);
  for (const one of news) write(`  new: ${one}`);
}
if (platforms.curseForgeApiKey === null) write('CurseForge was not asked: CURSEFORGE_API_KEY is not set.');
if (findings.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
