/** The Java versions for a server: from that of its game version to the newest that starts it, if one is known. */
const javas = (oldest: number, newest: number | null, or: string, to: string): string =>
  newest === null
    ? `Java ${oldest} ${or}`
    : newest <= oldest
      ? `Java ${oldest}`
      : `Java ${oldest} ${to} ${newest}`;

export const neededJava = {
  en: (oldest: number, newest: number | null) => `Needs ${javas(oldest, newest, 'or newer', 'to')}.`,
  de: (oldest: number, newest: number | null) => `Braucht ${javas(oldest, newest, 'oder neuer', 'bis')}.`,
  'zh-CN': (oldest: number, newest: number | null) => `需要 ${javas(oldest, newest, '或更新版本', '至')}。`,
};
