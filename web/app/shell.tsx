import { Burger } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { useViewer } from '../access/viewer.ts';
import { useTexts } from '../language/speech.ts';
import { Notices } from './notices.tsx';
import { Preferences } from './preferences.tsx';
import { SessionLink } from './session-link.tsx';

/** Navigation and notices around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const { app } = useTexts();
  return (
    <div className="shell">
      <div>
        <a className="skip" href="#main">
          {app.skip}
        </a>
        <Header />
        <Notices />
      </div>
      <main className="shell-main" id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className="shell-footer">
        <a href="/api/v2/docs">{app.api}</a>
        <a href="/graphql">GraphQL</a>
        <Preferences />
      </footer>
    </div>
  );
}

function Header() {
  const { app } = useTexts();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu has done its work when another page is shown.
  useEffect(close, [path]);
  return (
    <header className="shell-header">
      <div className="shell-bar">
        <Link className="brand" href="/">
          <img src="/icon.svg" alt="" width="28" height="28" loading="lazy" />
          {app.name}
        </Link>
        <nav
          className="shell-nav"
          id="pages"
          aria-label={app.navigation}
          data-closed={isOpen ? undefined : true}
        >
          <Pages />
        </nav>
        <SessionLink />
        <Burger
          className="shell-burger"
          opened={isOpen}
          onClick={toggle}
          aria-label={app.menu}
          aria-expanded={isOpen}
          aria-controls="pages"
          size="sm"
        />
      </div>
    </header>
  );
}

function Pages() {
  const { nav, logs } = useTexts();
  const viewer = useViewer();
  const [path] = useLocation();
  const pages = [
    ['/', nav.build],
    ['/modpacks', nav.packs],
    ['/logs', logs.title],
    ...(viewer.may('OPERATE') ? ([['/admin', nav.admin]] as const) : []),
  ] as const;
  const isCurrent = (href: string) => (href === '/' ? path === '/' : path.startsWith(href));
  return pages.map(([href, name]) => (
    <Link key={href} className="nav-link" href={href} aria-current={isCurrent(href) ? 'page' : undefined}>
      {name}
    </Link>
  ));
}
