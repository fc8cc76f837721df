import { useEffect, useState } from 'react';
import { patientFetch } from './patient-fetch.ts';

/** Public facts of the service. */
export interface ServiceFacts {
  access: 'open' | 'read-only' | 'closed';
  /** Largest modpack, in bytes. */
  maxUploadBytes: number;
  /** Modpacks can be fetched from links. */
  import: boolean;
  /** Server packs can be tried. */
  boots: boolean;
  /** Days without a download after which a modpack is deleted; null: never. */
  retentionDays: number | null;
  oidc: OidcFacts | null;
}

/** Facts for signing in with an identity provider. */
export interface OidcFacts {
  issuer: string;
  clientId: string;
  scope: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
}

const fallback: ServiceFacts = {
  access: 'open',
  maxUploadBytes: Number.POSITIVE_INFINITY,
  import: true,
  boots: false,
  retentionDays: null,
  oidc: null,
};

let asked: Promise<ServiceFacts> | null = null;

/** Asks once; without an answer all is allowed, and the service refuses for itself. */
export function askServiceFacts(): Promise<ServiceFacts> {
  asked ??= patientFetch('/web-config.json')
    .then(async (response) => (response.ok ? toFacts(await response.json()) : fallback))
    .catch(() => {
      asked = null;
      return fallback;
    });
  return asked;
}

/** The service's facts; null until they are known. */
export function useServiceFacts(): ServiceFacts | null {
  const [facts, setFacts] = useState<ServiceFacts | null>(null);
  useEffect(() => {
    let wanted = true;
    void askServiceFacts().then((answer) => wanted && setFacts(answer));
    return () => {
      wanted = false;
    };
  }, []);
  return facts;
}

function toFacts(value: unknown): ServiceFacts {
  if (!isRecord(value)) return fallback;
  return {
    access: value.access === 'closed' || value.access === 'read-only' ? value.access : 'open',
    maxUploadBytes: typeof value.maxUploadBytes === 'number' ? value.maxUploadBytes : fallback.maxUploadBytes,
    import: value.import !== false,
    boots: value.boots === true,
    retentionDays: typeof value.retentionDays === 'number' ? value.retentionDays : null,
    oidc: toOidc(value.oidc),
  };
}

function toOidc(value: unknown): OidcFacts | null {
  if (!isRecord(value)) return null;
  const { issuer, clientId, scope, authorizationEndpoint, tokenEndpoint } = value;
  if (typeof issuer !== 'string' || typeof clientId !== 'string') return null;
  if (typeof authorizationEndpoint !== 'string' || typeof tokenEndpoint !== 'string') return null;
  return {
    issuer,
    clientId,
    authorizationEndpoint,
    tokenEndpoint,
    scope: typeof scope === 'string' ? scope : 'openid',
  };
}

/** Any object, before its members are known. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
