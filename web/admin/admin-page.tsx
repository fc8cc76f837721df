import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useViewer } from '../access/viewer.ts';
import { Events } from '../events/events.tsx';
import { useTexts } from '../language/speech.ts';
import { Statistics } from '../statistics/statistics.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Loading } from '../ui/states.tsx';
import { Overview } from './overview.tsx';
import { type AdminPart, adminParts } from './parts.ts';
import { Release } from './release.tsx';
import { RunsUnderWay } from './runs-under-way.tsx';
import { Settings } from './settings.tsx';
import { Storage } from './storage.tsx';
import { Tokens } from './tokens.tsx';
import { Webhooks } from './webhooks.tsx';

const parts = {
  overview: { href: '/admin', Part: Overview },
  queue: { href: '/admin/queue', Part: RunsUnderWay },
  events: { href: '/admin/events', Part: Events },
  statistics: { href: '/admin/statistics', Part: Statistics },
  storage: { href: '/admin/storage', Part: Storage },
  tokens: { href: '/admin/tokens', Part: Tokens },
  webhooks: { href: '/admin/webhooks', Part: Webhooks },
  settings: { href: '/admin/settings', Part: Settings },
} as const satisfies Record<AdminPart, object>;

/** The operator's room: one part of it, with the ways to the others. */
export default function AdminPage({ part }: { part: AdminPart }) {
  const { admin, app } = useTexts();
  const viewer = useViewer();
  if (viewer.may('OPERATE')) {
    const { Part } = parts[part];
    return (
      <Room part={part}>
        <Part />
        {part === 'overview' && <Release />}
      </Room>
    );
  }
  return (
    <Page title={admin.title}>
      {!viewer.isKnown ? (
        <Loading />
      ) : (
        <Empty
          title={admin.mayNot}
          hint={admin.mayNotHint}
          action={
            <Button component={Link} href="/sign-in">
              {app.signIn}
            </Button>
          }
        />
      )}
    </Page>
  );
}

function Room({ part, children }: { part: AdminPart; children: ReactNode }) {
  const { admin } = useTexts();
  return (
    <Page title={part === 'overview' ? admin.title : admin.titleOf(admin.part[part])}>
      <nav className="shell-nav" aria-label={admin.title}>
        {adminParts.map((name) => (
          <Link
            key={name}
            className="nav-link"
            href={parts[name].href}
            aria-current={name === part ? 'page' : undefined}
          >
            {admin.part[name]}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}
