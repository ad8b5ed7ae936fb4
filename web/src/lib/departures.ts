// The page that says where play differs from the rulebook: headings, paragraphs and tables, and which rows speak of a rule.
export interface Table {
  head: string[];
  rows: string[][];
}
export interface Section {
  title: string;
  level: number;
  paragraphs: string[];
  tables: Table[];
}

const cells = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** Read the small part of Markdown that these pages are written in; a list item is a paragraph. */
export function readSections(text: string): Section[] {
  const sections: Section[] = [];
  let open: string[] = [];
  let table: Table | null = null;
  const here = (): Section => {
    const last = sections.at(-1);
    if (last) return last;
    sections.push({ title: '', level: 1, paragraphs: [], tables: [] });
    return here();
  };
  const close = () => {
    if (open.length) here().paragraphs.push(open.join(' '));
    open = [];
  };
  for (const line of text.split('\n')) {
    const heading = /^(#+) (.*)$/.exec(line);
    if (!line.startsWith('|')) table = null;
    if (heading) {
      close();
      sections.push({ title: heading[2] ?? '', level: heading[1]?.length ?? 1, paragraphs: [], tables: [] });
    } else if (line.startsWith('|')) {
      close();
      if (!table) here().tables.push((table = { head: cells(line), rows: [] }));
      else if (!/^[|\s:-]+$/.test(line)) table.rows.push(cells(line));
    } else if (/^[-*] /.test(line)) {
      close();
      open.push(line.slice(2));
    } else if (line.trim()) open.push(line.trim());
    else close();
  }
  close();
  return sections;
}

const NUMBER = /(?<![\d.:])\d+(?:\.\d+)+(?![\d:])/g;

export interface Cited {
  section: string;
  /** Column title and words, in their order. */
  facts: [string, string][];
}

/** Rows and paragraphs that name exactly this rule. */
export function citing(sections: Section[], rule: string): Cited[] {
  const names = (text: string) => [...text.matchAll(NUMBER)].some((match) => match[0] === rule);
  return sections.flatMap((section) => [
    ...section.paragraphs.filter(names).map((words): Cited => ({ section: section.title, facts: [['', words]] })),
    ...section.tables.flatMap((table) =>
      table.rows
        .filter((row) => names(row.join(' | ')))
        .map((row): Cited => ({ section: section.title, facts: row.map((cell, at) => [table.head[at] ?? '', cell]) })),
    ),
  ]);
}

/** Words with `code` and **strong** marks taken apart. */
export function marked(text: string): { words: string; as: 'plain' | 'code' | 'strong' }[] {
  return text
    .split(/(`[^`]+`|\*\*[^*]+\*\*)/)
    .filter(Boolean)
    .map((part) =>
      part.startsWith('`')
        ? { words: part.slice(1, -1), as: 'code' }
        : part.startsWith('**')
          ? { words: part.slice(2, -2), as: 'strong' }
          : { words: part, as: 'plain' },
    );
}
