// The colours of the armies, and ink that can be read on them.
export const ARMIES: Record<string, string> = {
  german: '#8a8f7a',
  bavarian: '#8497a8',
  french: '#6d8dbe',
  colonial: '#86a9d1',
  british: '#c7b285',
  indian: '#a98a5f',
  belgian: '#7f9a6b',
};
export const INK = '#12100a';
export const WHITE = '#ffffff';
const PLAIN = '#b8b2a2';

export function armyColour(army: string): string {
  return ARMIES[army] ?? PLAIN;
}

export function luminance(colour: string): number {
  const channel = (at: number) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export function inkOn(colour: string): string {
  return contrast(colour, INK) >= contrast(colour, WHITE) ? INK : WHITE;
}

/** A colour part of the way to another. */
export function mix(one: string, other: string, part: number): string {
  const at = (start: number) => {
    const a = parseInt(one.slice(start, start + 2), 16);
    const b = parseInt(other.slice(start, start + 2), 16);
    return Math.round(a + (b - a) * part)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${at(1)}${at(3)}${at(5)}`;
}

/** Fills of overlay groups, told apart by hatching too, because colour is never the only sign. */
export const OVERLAY_FILLS = ['#2f6fb3', '#b3541e', '#3c8c4a', '#8a3fa0', '#b3982f', '#38888c'];

export const GROUP_COLOURS: Record<string, string> = {
  german: '#5d6350',
  GE: '#5d6350',
  Germany: '#5d6350',
  Alemania: '#5d6350',
  allied: '#2f6fb3',
  entente: '#2f6fb3',
  FR: '#2f6fb3',
  BR: '#a9853a',
  BE: '#4d7a33',
};

export function groupColour(caption: string, at: number): string {
  return GROUP_COLOURS[caption] ?? OVERLAY_FILLS[at % OVERLAY_FILLS.length] ?? '#2f6fb3';
}
