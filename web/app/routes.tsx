import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch, useSearch } from 'wouter';
import { Loading, NotFound } from '../ui/states.tsx';
import { UploadPage } from '../upload/upload-page.tsx';
import { paths } from './paths.ts';

const TicketPage = lazy(() => import('../upload/ticket-page.tsx'));
const ModPacksPage = lazy(() => import('../packs/mod-packs-page.tsx'));
const PackPage = lazy(() => import('../packs/pack-page.tsx'));
const PreviewPage = lazy(() => import('../preview/preview-page.tsx'));
const ComparePage = lazy(() => import('../server-packs/compare-page.tsx'));
const DropListPage = lazy(() => import('../drop-lists/drop-list-page.tsx'));
const LogsPage = lazy(() => import('../logs/logs-page.tsx'));
const SignInPage = lazy(() => import('../access/sign-in-page.tsx'));
const SetupPage = lazy(() => import('../access/setup-page.tsx'));
const AdminPage = lazy(() => import('../admin/admin-page.tsx'));

/** The page of an address. Pages that are not opened first are loaded when they are opened. */
export function Routes() {
  return (
    <Suspense fallback={<Loading />}>
      <Switch>
        <Route path={paths.first}>
          <UploadPage />
        </Route>
        <Route path={paths.upload}>
          <Redirect to={paths.first} replace />
        </Route>
        <Route path={paths.ticket}>{({ ticket }) => <TicketPage ticket={ticket} />}</Route>
        <Route path={paths.import}>
          <Redirect to={paths.first} replace />
        </Route>
        <Route path={paths.modPacks}>
          <ModPacksPage />
        </Route>
        <Route path={paths.modPack}>
          {({ number }) => <PackPage of={{ modPack: Number(number) }} key={number} />}
        </Route>
        <Route path={paths.preview}>
          {({ number }) => <PreviewPage number={Number(number)} key={number} />}
        </Route>
        <Route path={paths.serverPack}>
          {({ number }) => <PackPage of={{ serverPack: Number(number) }} key={number} />}
        </Route>
        <Route path={paths.line}>{({ name }) => <PackPage of={{ line: name }} key={name} />}</Route>
        <Route path={paths.dropList}>{({ name }) => <DropListPage name={name} key={name} />}</Route>
        <Route path={paths.compare}>
          <ComparePage />
        </Route>
        <Route path={paths.logs}>
          <LogsPage />
        </Route>
        <Route path={paths.events}>
          <Moved to={paths.adminEvents} />
        </Route>
        <Route path={paths.statistics}>
          <Moved to={paths.adminStatistics} />
        </Route>
        <Route path={paths.signIn}>
          <SignInPage />
        </Route>
        <Route path={paths.setup}>
          <SetupPage />
        </Route>
        <Route path={paths.admin}>
          <AdminPage part="overview" key="overview" />
        </Route>
        <Route path={paths.adminQueue}>
          <AdminPage part="queue" key="queue" />
        </Route>
        <Route path={paths.adminEvents}>
          <AdminPage part="events" key="events" />
        </Route>
        <Route path={paths.adminStatistics}>
          <AdminPage part="statistics" key="statistics" />
        </Route>
        <Route path={paths.adminStorage}>
          <AdminPage part="storage" key="storage" />
        </Route>
        <Route path={paths.adminTokens}>
          <AdminPage part="tokens" key="tokens" />
        </Route>
        <Route path={paths.adminWebhooks}>
          <AdminPage part="webhooks" key="webhooks" />
        </Route>
        <Route path={paths.adminSettings}>
          <AdminPage part="settings" key="settings" />
        </Route>
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </Suspense>
  );
}

/** Leads from an old address to where its page is now, with what it says of it. */
function Moved({ to }: { to: string }) {
  const search = useSearch();
  return <Redirect to={search === '' ? to : `${to}?${search}`} replace />;
}
