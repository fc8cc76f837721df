/** Thread functions: the steps of a scan. They are the only thread functions with network access, and only to clamd. */
export { listForScan, nameMeans, scanSlice } from '../src/scan/scan-files.ts';
