/**
 * What the API of mclo.gs answers for the text of a log, `GET /1/raw/<id>`. The pages tell of it in words; these are the answers that its
 * source makes. By default it takes logs of up to 10 MiB and 25,000 lines, and keeps them for 90 days.
 */
export const recorded = {
  read: '2026-11-27',
  pages: [
    'https://api.mclo.gs',
    'https://github.com/aternosorg/mclogs/blob/871ef5e9f3ad6f69a5398b54bc900ad39bd26a51/src/Api/Action/RawLogAction.php',
    'https://github.com/aternosorg/mclogs/blob/871ef5e9f3ad6f69a5398b54bc900ad39bd26a51/src/Api/Response/RawLogResponse.php',
    'https://github.com/aternosorg/mclogs/blob/164e5c93d9448799c9e554c0b277ef39de09f405/src/Api/Response/ApiError.php',
    'https://github.com/aternosorg/mclogs/blob/01fd6e298cc4c973348b7b373667f69c3a0515c8/src/Config/ConfigKey.php',
  ],
};

/** The host of its API, and the path of a log's text; an id is of seven Latin letters and digits. */
export const host = 'api.mclo.gs';
export const rawPath = (id: string) => `/1/raw/${id}`;

/** The text as it was sent, but for addresses and tokens, which mclo.gs takes out. */
export const found = (text: string) => ({ status: 200, type: 'text/plain', body: text });
/** For an id that it does not have. */
export const unknown = {
  status: 404,
  type: 'application/json',
  body: JSON.stringify({ success: false, error: 'Log not found.' }),
};
