/** Pages of mclo.gs, and the addresses of the same log in its API. */
const forms = [
  /^(?:https?:\/\/)?(?:www\.)?mclo\.gs\/([A-Za-z0-9]{1,32})\/?(?:[?#].*)?$/,
  /^(?:https?:\/\/)?api\.mclo\.gs\/1\/(?:raw|log|insights)\/([A-Za-z0-9]{1,32})\/?(?:[?#].*)?$/,
];
const longestLink = 2_000;

/** The address of a log's raw text on mclo.gs; null for other links. */
export function rawLogLink(link: string): string | null {
  const text = link.trim();
  if (text.length > longestLink) return null;
  for (const form of forms) {
    const id = form.exec(text)?.[1];
    if (id !== undefined) return `https://api.mclo.gs/1/raw/${id}`;
  }
  return null;
}
