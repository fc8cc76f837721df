/** Invisible characters, and those that reverse a name or end a line in it; variation selectors do no harm. */
const hidden = /[[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}]--\p{Variation_Selector}]/v;
/** Letters and marks of scripts in which joiners affect the spelling of a word. */
const joining = String.raw`[[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}]&&[\p{L}\p{M}]]`;
/** Necessary joiners: between two such letters, and between pictures that form one. */
const neededJoiners = new RegExp(
  String.raw`(?<=${joining})[\u200c\u200d](?=${joining})|(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})`,
  'gv',
);

/** Whether a name has invisible characters, or characters that change its displayed order. */
export function hasHiddenCharacters(name: string): boolean {
  return hidden.test(name) && hidden.test(name.replaceAll(neededJoiners, ''));
}
