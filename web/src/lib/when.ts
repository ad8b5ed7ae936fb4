// How long ago something was, in the reader's language.
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

export function ago(then: number, language: string, now = Date.now()): string {
  const seconds = Math.round((then - now) / 1000);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [unit, length] of STEPS) if (Math.abs(seconds) >= length) return words.format(Math.round(seconds / length), unit);
  return words.format(0, 'second');
}
