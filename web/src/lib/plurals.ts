// Plural forms in a message: a small part of ICU MessageFormat, the same as `src/marne/kit/plurals.py` reads on the server.
// `{steps, plural, one {# step} other {# steps}}`; forms are `=N`, `one` (1 or -1) and `other`, and `#` is the number.
export type Facts = Record<string, string | number>;

const BEGIN = /\{(\w+), plural,/;
const FORM = /^\s*(=\d+|one|other)\s*\{/;

/** Where the brace that was opened before `at` is closed. */
function closing(message: string, at: number): number {
  let depth = 1;
  for (let i = at; i < message.length; i++) {
    if (message[i] === '{') depth++;
    else if (message[i] === '}' && --depth === 0) return i;
  }
  throw new Error(`a brace is not closed: ${message}`);
}

/** What a fact counts; a name counts as one. */
function amount(fact: string | number | undefined): number {
  const found = Number(fact);
  return Number.isNaN(found) ? 1 : found;
}

/** The message with one form of every plural, its placeholders still open. */
export function chosen(message: string, facts: Facts): string {
  const begin = BEGIN.exec(message);
  if (!begin) return message;
  const [, name = ''] = begin;
  const forms = new Map<string, string>();
  let at = begin.index + begin[0].length;
  for (let form = FORM.exec(message.slice(at)); form; form = FORM.exec(message.slice(at))) {
    const start = at + form[0].length;
    const end = closing(message, start);
    forms.set(form[1] ?? '', message.slice(start, end));
    at = end + 1;
  }
  const other = forms.get('other');
  if (other === undefined || message[at] !== '}') throw new Error(`a plural is not whole: ${message}`);
  const number = amount(facts[name]);
  const form = forms.get(`=${number}`) ?? (Math.abs(number) === 1 ? forms.get('one') : undefined) ?? other;
  const rest = form.replaceAll('#', `{${name}}`) + message.slice(at + 1);
  return message.slice(0, begin.index) + chosen(rest, facts);
}

/** The message, filled in. */
export function fill(message: string, facts: Facts): string {
  return chosen(message, facts).replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole));
}
