import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { createStore, useStore } from '../data/store.ts';
import { useTexts } from '../language/speech.ts';

/** After the first page, a page's heading takes the focus, as links lead to it. */
let isFirst = true;

/** Replaces the page's title in the tab, to be seen from another tab; null for nothing. */
const tabNews = createStore<string | null>(null);

/**
 * Has the tab say something else than the title of the page, for as long as this is shown or goes on, and until people
 * look at the tab.
 */
export function useTabNews(news: string | null, hasEnded: boolean): void {
  useEffect(() => {
    if (news === null) return;
    tabNews.set(news);
    const forget = () => {
      if (tabNews.get() === news) tabNews.set(null);
    };
    const forgetOnceSeen = () => {
      if (document.visibilityState === 'visible') forget();
      else document.addEventListener('visibilitychange', forget, { once: true });
    };
    if (!hasEnded) return forgetOnceSeen;
    forgetOnceSeen();
    return undefined;
  }, [news, hasEnded]);
}

/** A page: its heading, which names the tab too and takes the focus, beside a picture, and what can be done on it. */
export function Page({
  title,
  icon,
  lead,
  actions,
  children,
}: {
  title: string;
  icon?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const { app } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const said = useStore(tabNews) ?? title;
  useEffect(() => {
    document.title = said === app.name ? said : `${said} – ${app.name}`;
  }, [said, app.name]);
  useEffect(() => {
    if (!isFirst) {
      heading.current?.focus({ preventScroll: true });
      scrollTo({ top: 0 });
    }
    isFirst = false;
  }, []);
  const headline = (
    <Stack gap={4}>
      <Title order={1} size="h2" ref={heading} tabIndex={-1} className="heading two-lines">
        {title}
      </Title>
      {lead !== undefined && (
        <Text c="dimmed" maw="48rem" className="lead" component="div">
          {lead}
        </Text>
      )}
    </Stack>
  );
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        {icon === undefined ? (
          headline
        ) : (
          <div className="pack">
            {icon}
            {headline}
          </div>
        )}
        {actions !== undefined && <div className="actions">{actions}</div>}
      </Group>
      {children}
    </Stack>
  );
}

/** A part of a page with a heading of its own. */
export function Section({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}
