import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { Loading } from '../ui/states.tsx';
import { removeItem, type UploadItem } from './items.ts';

/** The address of a modpack's page that follows one of its runs. */
export function pageOf({ databaseId, run }: NonNullable<UploadItem['modPack']>): string {
  return `/modpacks/${databaseId}${run === null ? '' : `?run=${run}`}`;
}

/** Leads to the page of a modpack that the service has, and takes it off the list. */
export function ToOwnPage({ item: { key, modPack } }: { item: UploadItem }) {
  const [, go] = useLocation();
  useEffect(() => {
    if (modPack === null) return;
    removeItem(key);
    go(pageOf(modPack));
  }, [key, modPack, go]);
  return <Loading rows={2} />;
}
