/** The service's sentence with other names for its fields, as the place where it is read calls them; names of files stay. */
export function withFieldNames(sentence: string, nameOf: (field: string) => string | undefined): string {
  return sentence.replaceAll(
    /(?<![\w"/\\.-])[a-z]+[A-Z][A-Za-z]+(?![\w"/\\-]|\.\w)/g,
    (field) => nameOf(field) ?? field,
  );
}
