import './styles/index.css';
import 'virtual:theme-variables.css';

const root = document.getElementById('root');
// What the page brought along is seen before the app takes the processor.
requestAnimationFrame(() =>
  setTimeout(async () => {
    const { start } = await import('./app/start.tsx');
    if (root !== null) await start(root);
  }),
);
