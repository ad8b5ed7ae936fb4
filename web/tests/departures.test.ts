import { describe, expect, it } from 'vitest';
import { citing, marked, readSections } from '../src/lib/departures';

const PAGE = `# Where play differs

Players read
this too.

## Map

| entry | what is played | what would settle it |
| --- | --- | --- |
| \`perimeter\` | every hex within three of Paris (4.1) | the printed line |
| \`column\` | 4:1 is no rule and 14.1 is another | nothing |

- a point about 8.4.3
- another

## Rules
| rule | what is open | what is played |
| --- | --- | --- |
| 4.1, 4.10 | twice | once |
`;

describe('the page of departures', () => {
  const sections = readSections(PAGE);
  it('is read as sections with paragraphs and tables', () => {
    expect(sections.map((section) => [section.level, section.title])).toEqual([
      [1, 'Where play differs'],
      [2, 'Map'],
      [2, 'Rules'],
    ]);
    expect(sections[0]?.paragraphs).toEqual(['Players read this too.']);
    expect(sections[1]?.paragraphs).toEqual(['a point about 8.4.3', 'another']);
    expect(sections[1]?.tables[0]?.head).toEqual(['entry', 'what is played', 'what would settle it']);
    expect(sections[1]?.tables[0]?.rows).toHaveLength(2);
  });
  it('is found by a rule number, whole', () => {
    expect(citing(sections, '4.1').map((each) => each.section)).toEqual(['Map', 'Rules']);
    expect(citing(sections, '4.1')[0]?.facts.at(-1)).toEqual(['what would settle it', 'the printed line']);
    expect(citing(sections, '8.4.3')).toEqual([{ section: 'Map', facts: [['', 'a point about 8.4.3']] }]);
    expect(citing(sections, '8.4')).toEqual([]);
    expect(citing(sections, '')).toEqual([]);
  });
  it('keeps its marks apart', () => {
    expect(marked('see `grid`, **now**')).toEqual([
      { words: 'see ', as: 'plain' },
      { words: 'grid', as: 'code' },
      { words: ', ', as: 'plain' },
      { words: 'now', as: 'strong' },
    ]);
  });
});
