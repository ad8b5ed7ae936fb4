import { describe, expect, it } from 'vitest';
import { fill } from '../src/lib/plurals';
import { en } from '../src/words/en';
import { es } from '../src/words/es';

const NAMES = ['Grand Illusion', 'Schlieffen’s War'];
const bare = (text: string) => fill(text, {}).replace(/\{\w+\}/g, '');
const words = (text: string) => bare(text).match(/\p{L}{2,}/gu) ?? [];

describe('the words of the page in Spanish', () => {
  it('are not the English ones', () => {
    const same = Object.entries(en).filter(([key, text]) => text === es[key as keyof typeof en] && !NAMES.includes(text));
    expect(same.filter(([, text]) => words(text).length > 1).map(([key]) => key)).toEqual([]);
  });

  it('leave no English word inside a sentence', () => {
    const english = /\b(the|of|and|with|from|this|that|your|you|is|are|not|what|which|who|where|when|turn|side)\b/;
    expect(
      Object.entries(es)
        .filter(([, text]) => english.test(bare(text)))
        .map(([key]) => key),
    ).toEqual([]);
  });
});
