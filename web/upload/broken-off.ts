import { useEffect, useState } from 'react';

/** An upload of an earlier visit that the service may still have a part of. */
export interface BrokenOff {
  name: string;
  size: number;
  urlStorageKey: string;
}

/** The uploads that were broken off by a reload, and the way to forget one. */
export function useBrokenOff(): { uploads: BrokenOff[]; forget(upload: BrokenOff): void } {
  const [uploads, setUploads] = useState<BrokenOff[]>([]);
  useEffect(() => {
    // Only tus writes these keys, so pages without them need not load it.
    if (!Object.keys(localStorage).some((key) => key.startsWith('tus::'))) return;
    void import('tus-js-client').then(async ({ defaultOptions }) => {
      const found = await defaultOptions.urlStorage.findAllUploads();
      setUploads(
        found.map(({ metadata, size, urlStorageKey }) => ({
          name: metadata.filename ?? '',
          size: size ?? 0,
          urlStorageKey,
        })),
      );
    });
  }, []);
  const forget = (upload: BrokenOff) => {
    localStorage.removeItem(upload.urlStorageKey);
    setUploads((rest) => rest.filter(({ urlStorageKey }) => urlStorageKey !== upload.urlStorageKey));
  };
  return { uploads, forget };
}
