const comment = /^[#;]$/;
const space = /\s/;
/** What a backslash takes the meaning of within double quotes; before others it stays. */
const escapable = /["\\`$]/;
const nameForm = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Where the reader is; `escaped` follows a backslash. */
type Place =
  | 'line'
  | 'name'
  | 'start'
  | 'plain'
  | 'escaped'
  | 'single'
  | 'double'
  | 'double escaped'
  | 'comment';

/** Reads a file of variables as systemd reads `EnvironmentFile=` (systemd.exec(5)). */
export function readAsSystemd(text: string): Record<string, string> {
  const variables: Record<string, string> = {};
  let place: Place = 'line';
  let name = '';
  let value = '';
  /** The length of the value without plain white space at its end. */
  let kept = 0;
  const take = (character: string, isKept = true) => {
    value += character;
    if (isKept) kept = value.length;
  };
  const end = () => {
    if (nameForm.test(name.trimEnd())) variables[name.trimEnd()] = value.slice(0, kept);
    place = 'line';
  };
  for (const character of `${text.replaceAll('\r\n', '\n')}\n`) {
    const isEnd = character === '\n';
    switch (place) {
      case 'line':
        if (comment.test(character)) place = 'comment';
        else if (!space.test(character)) {
          [place, name, value, kept] = ['name', character, '', 0];
        }
        break;
      case 'comment':
        if (isEnd) place = 'line';
        break;
      case 'name':
        if (isEnd) place = 'line';
        else if (character === '=') place = 'start';
        else name += character;
        break;
      case 'start':
        if (isEnd) end();
        else if (character === "'") place = 'single';
        else if (character === '"') place = 'double';
        else if (character === '\\') place = 'escaped';
        else if (!space.test(character)) {
          place = 'plain';
          take(character);
        }
        break;
      case 'plain':
        if (isEnd) end();
        else if (character === '\\') place = 'escaped';
        else take(character, !space.test(character));
        break;
      case 'escaped':
        place = 'plain';
        if (!isEnd) take(character);
        break;
      case 'single':
        if (character === "'") place = 'start';
        else take(character);
        break;
      case 'double':
        if (character === '"') place = 'start';
        else if (character === '\\') place = 'double escaped';
        else take(character);
        break;
      case 'double escaped':
        place = 'double';
        if (isEnd) break;
        take(escapable.test(character) ? character : `\\${character}`);
        break;
    }
  }
  return variables;
}
