import { keepOwned } from '../packs/owned-packs.ts';
import { changeItem } from './items.ts';
import { refusalOfUpload, sendFile } from './send.ts';
import { redeemTicket } from './ticket.ts';

/** Sends a modpack and hands it over with an upload link. */
export async function submitWithTicket(
  key: string,
  { ticket, mayFollow }: { ticket: string; mayFollow: boolean },
): Promise<void> {
  try {
    const upload = await sendFile(key, () => ({ 'upload-ticket': ticket }));
    const result = await redeemTicket(ticket, upload);
    if ('refusal' in result) {
      changeItem(key, { state: 'failed', problem: { ...result.refusal, field: null } });
      return;
    }
    keepOwned(result.modPackId, result.ownerSecret);
    const modPack = mayFollow ? { databaseId: result.modPackId, run: null } : null;
    changeItem(key, { state: 'submitted', modPack });
  } catch (error) {
    changeItem(key, { state: 'failed', problem: { ...refusalOfUpload(error), field: null } });
  }
}
