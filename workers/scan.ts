/** Thread functions: the steps of a scan. Nothing else that runs in a thread reaches out, and this only to clamd. */
export { listForScan, nameMeans, scanSlice } from '../src/scan/scan-files.ts';
