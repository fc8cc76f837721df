import { GatewayRefusal } from '../client/gateway/gateway-errors.ts';
import { settingsButton } from './buttons/ids.ts';
import { problemText } from './plain-words.ts';
import { Refusal } from './refusal.ts';
import type { Services } from './services.ts';
import type { Form } from './settings-form.ts';

/** Fields of the gateway that the form of settings has. */
const inForm = ['gameVersion', 'modloader', 'modloaderVersion', 'startArgs', 'clientMods', 'whitelistedMods'];

/** A refusal of the gateway; where settings are at fault, with a button that opens their form. */
export function refusedRequest(
  services: Pick<Services, 'log' | 'remembered'>,
  { code, message, field }: { code: string; message: string; field: string | null },
  { asked, goal }: Form,
): Error {
  const error = new GatewayRefusal(code, message);
  if (field === null || !inForm.includes(field)) return error;
  const id = services.remembered.keep(asked);
  return new Refusal((words) => problemText(error, services, words), {
    buttons: (words) => [settingsButton({ goal, id }, words)],
  });
}
