const element = (id) => document.getElementById(id);
const offer = element('offer');
const form = element('form');
const file = element('file');
const progress = element('progress');
const progressLabel = element('progress-label');
const outcome = element('outcome');

/** Whether this browser may watch the progress of the modpack; the service says. */
let mayFollow = false;

const stored = 'The modpack is stored and its server pack is being built. You can close this page.';
const steps = {
  QUEUED: 'The modpack is stored and waits for its turn. You can close this page.',
  CHECKING: 'The modpack is being checked. You can close this page.',
  CHECKED: 'The modpack is sound. You can close this page.',
  GENERATING: 'The server pack is being built. You can close this page.',
};
const findModPack = 'query FindModPack($number: Int!) { modPack(by: { databaseId: $number }) { id } }';
const followModPack = `subscription FollowModPack($modPack: ID!) {
  modPack(by: { id: $modPack }) {
    status
    serverPacks(last: 1) { nodes { downloadUrl } }
    events(last: 1) { nodes { errors { message entry } } }
  }
}`;

function announce(text, failed = false) {
  // Screen readers would read the same words again.
  if (outcome.textContent !== text) outcome.textContent = text;
  outcome.toggleAttribute('data-failed', failed);
}

/** Shows progress from 0 to 1; null when it is unknown. */
function showProgress(label, value) {
  progress.hidden = false;
  progressLabel.hidden = false;
  progressLabel.textContent = label;
  if (value === null) progress.removeAttribute('value');
  else progress.value = value;
}

function hideProgress() {
  progress.hidden = true;
  progressLabel.hidden = true;
}

function setBusy(busy) {
  file.disabled = busy;
  element('send').disabled = busy;
}

function failureOf(text, status) {
  try {
    const { detail } = JSON.parse(text);
    if (typeof detail === 'string') return detail;
  } catch {
    // A proxy in between answers in another form.
  }
  return `The upload failed (${status}). Try again.`;
}

async function showConfiguration() {
  const response = await fetch(location.pathname, { headers: { accept: 'application/json' } });
  const text = await response.text();
  if (!response.ok) {
    offer.hidden = true;
    announce(failureOf(text, response.status), true);
    return;
  }
  const ticket = JSON.parse(text);
  mayFollow = ticket.mayFollow;
  const { gameVersion, modloader, modloaderVersion } = ticket.runConfiguration;
  const rows = [
    ['Game', gameVersion ?? 'as the pack says'],
    ['Modloader', [modloader ?? 'as the pack says', modloaderVersion].filter(Boolean).join(' ')],
    ['Good until', new Date(ticket.expires).toLocaleString()],
  ];
  for (const [name, value] of rows) {
    const term = document.createElement('dt');
    term.textContent = name;
    const description = document.createElement('dd');
    description.textContent = value;
    element('configuration').append(term, description);
  }
}

function send() {
  const body = new FormData(form);
  const request = new XMLHttpRequest();
  request.open('POST', location.pathname);
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    const part = total > 0 ? loaded / total : 0;
    showProgress(part === 1 ? 'Storing' : `Uploading, ${Math.floor(part * 100)} %`, part);
  });
  const fail = (text) => {
    hideProgress();
    setBusy(false);
    announce(text, true);
    // The focused button was disabled meanwhile.
    file.focus();
  };
  request.addEventListener('load', () => {
    if (request.status !== 200) {
      fail(failureOf(request.responseText, request.status));
      return;
    }
    offer.hidden = true;
    announce(stored);
    hideProgress();
    if (mayFollow) follow(JSON.parse(request.responseText).modPackId).catch(stopFollowing);
  });
  request.addEventListener('error', () =>
    fail('The connection broke off. Try again; the link is still good.'),
  );
  setBusy(true);
  showProgress('Uploading', 0);
  announce('');
  request.send(body);
}

/** Watches the modpack until its server pack is built, or cannot be built. */
async function follow(number) {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: findModPack, variables: { number } }),
  });
  const { data } = await response.json();
  const variables = JSON.stringify({ modPack: data.modPack.id });
  const source = new EventSource(`/graphql?${new URLSearchParams({ query: followModPack, variables })}`);
  showProgress('Building', null);
  source.addEventListener('next', (event) => {
    const { data, errors } = JSON.parse(event.data);
    if (data?.modPack) {
      if (showModPack(data.modPack)) source.close();
      return;
    }
    // A service that is stopping will be back, and the browser reconnects by itself.
    if (errors?.[0]?.extensions?.code === 'UNAVAILABLE') return;
    source.close();
    stopFollowing();
  });
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) stopFollowing();
  });
}

/** Shows the state of the modpack; returns whether that state is final. */
function showModPack({ status, serverPacks, events }) {
  if (status in steps) {
    announce(steps[status]);
    return false;
  }
  hideProgress();
  const [serverPack] = serverPacks.nodes;
  if (status === 'GENERATED' && serverPack) {
    announce('The server pack is ready.');
    const link = document.createElement('a');
    link.href = serverPack.downloadUrl;
    link.textContent = 'Download the server pack';
    element('ready').append(link);
    element('ready').hidden = false;
    return true;
  }
  announce('No server pack can be built from this modpack.', true);
  const errors = events.nodes.flatMap((node) => node.errors);
  for (const { message, entry } of errors) {
    const item = document.createElement('li');
    item.textContent = entry === null ? message : `${entry}: ${message}`;
    element('problems').append(item);
  }
  element('problems').hidden = errors.length === 0;
  return true;
}

function stopFollowing() {
  hideProgress();
  announce(stored);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  send();
});

showConfiguration().catch(() => {
  announce('The service does not answer. Load this page again in a while.', true);
});
