const root = document.getElementById('root');
/** Milliseconds after which the app is loaded even where the browser has not told that it painted, as in a tab behind others. */
const latest = 500;

/** Loads the app, and puts it where its picture has been until now. */
async function begin(): Promise<void> {
  const { start } = await import('./app/start.tsx');
  if (root !== null) await start(root);
}

// Once the picture is seen: before, the app would only take the processor and the connections from it.
const painted = new Promise<unknown>((resolve) =>
  new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }),
);
const isLate = new Promise<unknown>((resolve) => setTimeout(resolve, latest));
void Promise.race([painted, isLate]).then(begin);
