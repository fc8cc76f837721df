import { Group, Stack, Text, Timeline, VisuallyHidden } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Outcome } from '../ui/outcome.tsx';
import { useTabNews } from '../ui/page.tsx';
import { Problem, Problems } from '../ui/problems.tsx';
import { statusColors } from '../ui/status-badge.tsx';
import { NoticeButton, useEndNotice } from './end-notice.tsx';
import { MissingFiles } from './missing-files.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { QueuePlace } from './queue-place.tsx';
import type { RunState } from './run-state.ts';
import { type RunStep, runStepsOf } from './run-steps.ts';

/** Loaded where an installer was uploaded. */
const ImportLink = lazy(() => import('./import-link.tsx'));

/** A run as people follow it: how it stands, what to do now, its four steps, and behind them all events. */
export function RunPanel({
  run,
  act,
  isQuarantined,
  isAwaited = false,
  isResultShown = false,
}: {
  run: RunState;
  /** Left out in quarantine. */
  act?: ReactNode;
  isQuarantined: boolean;
  /** The run was started on this page, so its end is news even when it comes first. */
  isAwaited?: boolean;
  /** What came of a good run is on the page already. */
  isResultShown?: boolean;
}) {
  const texts = useTexts();
  const format = useFormat();
  const { status, recent, events, newest } = run;
  const newestStep = events.nodes.at(-1);
  const waiting = recent.nodes.find((one) => one.waiting)?.waiting;
  const retry = waiting && waiting.for !== 'FILES' ? waiting.for : null;
  const [statusAtFirst] = useState(status);
  const hasEnded = status === 'GENERATED' || status === 'ERROR';
  const wasFollowed = isAwaited || status !== 'GENERATED' || statusAtFirst !== 'GENERATED';
  const badge = isQuarantined ? texts.modPack.quarantine : retry ? texts.run.retrying : texts.status[status];
  const news = `${badge}: ${run.title}`;
  useTabNews(wasFollowed ? news : null, hasEnded);
  useEndNotice(hasEnded, news, isAwaited);
  const [serverPack] = newest.nodes;
  const errors = status === 'ERROR' ? (events.nodes.at(-1)?.errors ?? []) : [];
  const problem = isQuarantined ? undefined : errors[0];
  const others = isQuarantined ? errors : errors.slice(1);
  const sentence = isQuarantined
    ? texts.modPack.quarantined
    : retry
      ? texts.run.waitsFor[retry](format.ago(waiting?.nextTry ?? ''))
      : status === 'GENERATED' && serverPack !== undefined
        ? texts.run.readyWith(texts.word.mods(serverPack.keptCount), texts.word.mods(serverPack.droppedCount))
        : texts.run.sentence[status];
  if (isResultShown && status === 'GENERATED' && !isQuarantined) return null;
  return (
    <Stack gap="sm">
      <Outcome
        color={isQuarantined ? 'red' : retry ? 'yellow' : statusColors[status]}
        badge={badge}
        act={
          problem?.link ? (
            <Suspense>
              <ImportLink link={problem.link} />
            </Suspense>
          ) : (
            !isQuarantined && act
          )
        }
      >
        {problem === undefined ? sentence : <Problem {...problem} />}
      </Outcome>
      <Problems color="red" title={texts.run.otherProblems} problems={others} />
      {status === 'QUEUED' && newestStep && <QueuePlace run={newestStep.run.id} />}
      {status === 'CHECKING' && <MissingFiles modPack={run} />}
      <Steps steps={runStepsOf(events.nodes)} />
      {!hasEnded && newestStep && <ProgressBar run={newestStep.run.id} />}
      {!hasEnded && (
        <Group>
          <NoticeButton />
        </Group>
      )}
      <AllEvents events={events.nodes} />
    </Stack>
  );
}

const marks = { done: '✓', active: '…', failed: '✕', ahead: '·' } as const;

function Steps({ steps }: { steps: readonly RunStep[] }) {
  const { run } = useTexts();
  const format = useFormat();
  return (
    <ol className="run-steps" aria-label={run.steps}>
      {steps.map(({ name, state, seconds }) => (
        <li key={name} data-state={state} aria-current={state === 'active' ? 'step' : undefined}>
          <span aria-hidden="true">{marks[state]}</span> {run.step[name]}
          <span className="dim">
            {state === 'done'
              ? seconds !== null && run.took[name](format.seconds(seconds))
              : run.state[state]}
          </span>
          {state === 'done' && <VisuallyHidden>{run.state.done}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}

/** All events. */
export function AllEvents({ events }: { events: RunState['events']['nodes'] }) {
  const texts = useTexts();
  const format = useFormat();
  if (events.length === 0) return null;
  return (
    <details>
      <summary>{texts.run.allEvents}</summary>
      <Timeline active={events.length} bulletSize={14} lineWidth={2} color="teal" mt="sm">
        {events.map((event) => (
          <Timeline.Item
            key={event.id}
            color={statusColors[event.status]}
            title={<Text size="sm">{texts.step[event.kind]}</Text>}
          >
            <Text size="xs" c="dimmed">
              <time dateTime={event.createdAt} title={format.dateTime(event.createdAt)}>
                {format.time(event.createdAt)}
              </time>
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </details>
  );
}
