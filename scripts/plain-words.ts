/**
 * Words that readers of our pages stumbled over, each with what to write. `npm run check` looks for them in all pages.
 */
export const plainWords: ReadonlyMap<string, string> = new Map([
  ['nobody', 'the subject itself: no caller, no process, unused'],
  ["nobody's", 'what becomes of it: it is ignored, it has no owner'],
  ['who cares', 'the aim: "To survive a power cut, set …"'],
  ['by birth', 'from the start'],
  ['lookout', 'the thing that watches: a listener, a timer, a poll'],
  ['since then', 'what is true now; the history keeps the rest'],
  ['then and now', 'what is true now'],
  ['is no business of', 'is internal to, is not part of'],
  ['one who knows better', 'the condition: "if both are set, …"'],
]);
