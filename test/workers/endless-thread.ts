/** Thread functions that tell where they are and then never end. */
import type { Caller } from '../../workers/caller.ts';
import * as dying from './dying-thread.ts';

const begun = { bytesDone: 0, bytesTotal: 1, entriesDone: 0, entriesTotal: 1 };

export function hang(_task: object, caller: Caller): void {
  caller.report(begun);
  dying.hang();
}

export function standStill(_task: object, caller: Caller): void {
  caller.report(begun);
  dying.standStill();
}
