import ms from 'milsymbol';
import { describe, expect, it } from 'vitest';
import { ARMIES, contrast, inkOn, mix } from '../src/lib/colours';
import { appearance, counterMarkup, icon, joinNumbers, widthOf } from '../src/lib/counter';
import { pieceWords } from '../src/lib/describe';
import { CODES, SYMBOLS } from '../src/lib/symbols';
import { piece } from './support';

describe('ink', () => {
  it.each(Object.entries(ARMIES))('can be read on %s, dimmed or not', (_, colour) => {
    expect(contrast(colour, inkOn(colour))).toBeGreaterThanOrEqual(4.5);
    const dimmed = mix(colour, '#f4eedd', 0.45);
    expect(contrast(dimmed, inkOn(dimmed))).toBeGreaterThanOrEqual(4.5);
  });
});

describe('a symbol', () => {
  it.each(Object.entries(CODES))('of %s is the one of milsymbol', (name, code) => {
    const drawn = new ms.Symbol(code, { frame: false, fill: false, size: 35, monoColor: '#123456' }).asSVG();
    expect(SYMBOLS[name]?.('#123456')).toBe(drawn.replace(/^[^>]*>/, '').replace(/<\/svg>$/, ''));
  });
});

describe('a counter', () => {
  it('shows name, size, numbers and steps', () => {
    const svg = counterMarkup(piece({ name: '20e CA', numbers: ['5', '4'], pips: 1, of_pips: 2 }));
    for (const shown of ['20e CA', 'XXX', '5\u2009–\u20094']) expect(svg).toContain(shown);
    expect(svg.match(/r="1.7"/g)).toHaveLength(2);
    expect(svg).toContain('M25,50 L175,150');
  });
  it('shows states', () => {
    const plain = counterMarkup(piece({}));
    for (const flag of [
      'fatigue',
      'elan',
      'out-of-supply',
      'fortress-supply',
      'disrupted',
      'moved',
      'fought',
      'reduced',
      'fired',
      'besieged',
    ]) {
      expect(counterMarkup(piece({ flags: [flag] }))).not.toBe(plain);
    }
  });
  it('stands out when it is out of supply', () => {
    expect(counterMarkup(piece({ flags: ['out-of-supply'] }))).toContain('stroke-dasharray="5 3"');
    expect(counterMarkup(piece({ flags: ['moved'] }))).not.toContain('stroke-dasharray="5 3"');
  });
  it('gives nothing away face down', () => {
    const svg = counterMarkup(piece({ name: 'secret', numbers: ['9'], hidden: true }));
    expect(svg).not.toContain('secret');
    expect(svg).not.toContain('>9<');
    expect(pieceWords(piece({ words: 'secret', hidden: true, place: '1109' }))).not.toContain('secret');
  });
  it('is drawn once for equal facts', () => {
    expect(appearance(piece({ id: 'a', place: '1' }))).toBe(appearance(piece({ id: 'b', place: '2' })));
    expect(counterMarkup(piece({}))).toBe(counterMarkup(piece({ id: 'other' })));
  });
  it('escapes names', () => expect(counterMarkup(piece({ name: '<script>' }))).not.toContain('<script>'));
  it('draws HQ frames and forts', () => {
    expect(counterMarkup(piece({ symbol: 'hq' }))).toContain('#b3201c');
    expect(counterMarkup(piece({ symbol: 'fort', name: 'Fort Liège' }))).toContain('<polygon');
    expect(icon('unknown', '#000000')).toBe('');
  });
  it('joins numbers', () =>
    expect([joinNumbers(['4', '4'], '-'), joinNumbers(['5', '+2'], '-'), joinNumbers(['', '1'], '-')]).toEqual(['4-4', '5 +2', '1']));
  it('is told in words', () => {
    expect(pieceWords(piece({ place: '1109', flags: ['fatigue'] }))).toMatch(/II AK.*4-4.*\(1109\)/);
  });
});

describe('names on counters', () => {
  it('are made to fit by the width of their letters', () => {
    expect(widthOf('HA 420mm')).toBeGreaterThan(widthOf('III bay.'));
    for (const name of ['HA 420mm', 'Landwehr 5', 'III bay AK', 'Maubeuge', 'Strassburg', 'WWWWWWWW']) {
      const size = Number(/font-size="([\d.]+)" font-weight="600"/.exec(counterMarkup(piece({ name })))?.[1]);
      expect(size * widthOf(name)).toBeLessThanOrEqual(39.5);
      expect(size).toBeGreaterThanOrEqual(3.8);
    }
  });
});
