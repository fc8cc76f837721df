const element = (id) => document.getElementById(id);
const form = element('form');
const file = element('file');
const progress = element('progress');
const progressLabel = element('progress-label');
const outcome = element('outcome');

function tell(text, failed) {
  outcome.textContent = text;
  outcome.toggleAttribute('data-failed', failed);
}

function setBusy(busy) {
  file.disabled = busy;
  element('send').disabled = busy;
  progress.hidden = !busy;
  progressLabel.hidden = !busy;
}

function failureOf(text, status) {
  try {
    return JSON.parse(text).detail;
  } catch {
    return `The upload failed (${status}). Try again.`;
  }
}

async function showConfiguration() {
  const response = await fetch(location.pathname, { headers: { accept: 'application/json' } });
  const text = await response.text();
  if (!response.ok) {
    form.hidden = true;
    tell(failureOf(text, response.status), true);
    return;
  }
  const { runConfiguration, expires } = JSON.parse(text);
  const rows = [
    ['Game', runConfiguration.gameVersion],
    ['Modloader', `${runConfiguration.modloader} ${runConfiguration.modloaderVersion}`],
    ['Good until', new Date(expires).toLocaleString()],
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
    progress.value = total > 0 ? loaded / total : 0;
    progressLabel.textContent =
      loaded === total ? 'Storing' : `Uploading, ${Math.floor((loaded / total) * 100)} %`;
  });
  request.addEventListener('load', () => {
    setBusy(false);
    if (request.status !== 200) {
      tell(failureOf(request.responseText, request.status), true);
      return;
    }
    form.hidden = true;
    tell('The modpack is stored and its server pack is being built. You can close this page.', false);
  });
  request.addEventListener('error', () => {
    setBusy(false);
    tell('The connection broke off. Try again; the link is still good.', true);
  });
  setBusy(true);
  tell('', false);
  request.send(body);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  send();
});

showConfiguration();
