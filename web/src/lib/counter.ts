// A counter as SVG, 44 by 44, drawn from a unit's facts. Symbols are milsymbol's; equal counters are drawn once.
import { armyColour, INK, inkOn, mix, WHITE } from './colours';
import { SYMBOLS } from './symbols';
import type { Piece } from './types';

export const SIDE = 44;

const escape = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

const icons = new Map<string, string>();

/** The inner drawing of a milsymbol icon in its own units (a frame from 25,50 to 175,150), in one colour. */
export function icon(symbol: string, ink: string): string {
  const key = `${symbol} ${ink}`;
  let drawn = icons.get(key);
  if (drawn === undefined) {
    drawn = (SYMBOLS[symbol]?.(ink) ?? '').replaceAll('stroke-width="3"', 'stroke-width="8"');
    icons.set(key, drawn);
  }
  return drawn;
}

function box(symbol: string, ink: string, paper: string): string {
  const frame = `<rect x="25" y="50" width="150" height="100" fill="${paper}" stroke="${ink}" stroke-width="8"/>`;
  if (symbol === 'hq') {
    const letters = `<text x="100" y="122" font-size="66" font-weight="700" text-anchor="middle" fill="${ink}">HQ</text>`;
    return frame + letters;
  }
  return frame + icon(symbol, ink);
}

/** A bastioned star. */
function star(ink: string, paper: string): string {
  const points = Array.from({ length: 10 }, (_, at) => {
    const [radius, angle] = [at % 2 ? 5.4 : 10.4, (at * Math.PI) / 5 - Math.PI / 2];
    return `${(22 + radius * Math.cos(angle)).toFixed(1)},${(22.6 + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `<polygon points="${points.join(' ')}" fill="${ink}" stroke="${paper}" stroke-width=".8"/>`;
}

/** About how wide a text is, in parts of its size: a bold `m` is three times an `i`. */
export function widthOf(text: string): number {
  return [...text].reduce(
    (sum, letter) => sum + (/[mwMW@]/.test(letter) ? 0.9 : /[ijlIrtf.,'() -]/.test(letter) ? 0.36 : /[A-Z0-9]/.test(letter) ? 0.64 : 0.57),
    0,
  );
}

function fitted(text: string, width: number, most: number): number {
  return Math.max(3.8, Math.min(most, width / Math.max(0.57, widthOf(text))));
}

const FLAGS: Record<string, (y: number, ink: string) => string> = {
  fatigue: (y) => `<path d="M3 ${y}h4v4h2l-4 4.5-4-4.5h2z" fill="#7d1f1f" stroke="#fff" stroke-width=".6"/>`,
  elan: (y) => `<path d="M3 ${y + 8.5}h4v-4h2l-4-4.5-4 4.5h2z" fill="#1d5c2e" stroke="#fff" stroke-width=".6"/>`,
  'out-of-supply': (y) => `<path d="M2.5 ${y + 8.5}v-5q0-3 2.5-3.6q2.5 .6 2.5 3.600v5z" fill="#fff" stroke="#a3121a" stroke-width="1.1"/>`,
  'fortress-supply': (y) =>
    `<path d="M2.5 ${y + 8.5}v-5q0-3 2.5-3.600q2.5 .6 2.5 3.600v5z" fill="#fff" stroke="#12100a" stroke-width=".8"/><path d="M2.5 ${y + 8.5}v-4h5v4z" fill="#12100a"/>`,
  limited: (y) =>
    `<path d="M2.5 ${y + 8.5}v-5q0-3 2.5-3.600q2.5 .6 2.5 3.600v5z" fill="#fff" stroke="#7a5c00" stroke-width="1.1"/><path d="M5 ${y}q2.5 .6 2.5 3.600v5h-2.500z" fill="#7a5c00"/>`,
  fieldworks: (y, ink) =>
    `<path d="M1.600 ${y + 8}v-4.500h2v-2.200h3.400v2.200h2v4.500" fill="none" stroke="${ink}" stroke-width="1.200"/>`,
  entrenched: (y, ink) =>
    `<path d="M1.600 ${y + 8}v-4.500h2v-2.200h3.400v2.200h2v4.500z" fill="${ink}" stroke="${ink}" stroke-width="1.200"/>`,
  entrained: (y, ink) =>
    `<path d="M3.200 ${y}v8.500m4-8.500v8.500m-5.600-6.800h7.200m-7.200 2.600h7.200m-7.200 2.600h7.200" stroke="${ink}" stroke-width="1" fill="none"/>`,
  firing: (y, ink) =>
    `<path d="M2 ${y + 7.5}l5-5.500m-2.500-.5l3 3" stroke="${ink}" stroke-width="1.500"/><circle cx="3.400" cy="${y + 6.6}" r="1.500" fill="${ink}"/>`,
  forced: (y) => `<path d="M2 ${y + 1.5}l3 3-3 3m3-6l3 3-3 3" fill="none" stroke="#7d1f1f" stroke-width="1.300"/>`,
  'step-loss-1': (y) => `<path d="M5 ${y}l4 7.500h-8z" fill="#a3121a" stroke="#fff" stroke-width=".6"/>`,
  'step-loss-2': (y) =>
    `<path d="M5 ${y}l4 7.500h-8z" fill="#a3121a" stroke="#fff" stroke-width=".6"/><path d="M3.600 ${y + 5.6}h2.800" stroke="#fff" stroke-width="1"/>`,
  reduced: (y, ink) => `<path d="M2.2 ${y + 1.5}h6l-3 6z" fill="none" stroke="${ink}" stroke-width="1.1"/>`,
  fired: (y, ink) => `<path d="M2.5 ${y + 2}l5 5m0-5l-5 5" stroke="${ink}" stroke-width="1.3"/>`,
};

const DIMMED = ['moved', 'fought', 'fired', 'barrage'];
const drawn = new Map<string, string>();

/** Everything that shows on a counter. */
export function appearance(piece: Piece): string {
  const facts = [piece.army, piece.symbol, piece.name, piece.size, piece.numbers.join('-'), piece.pips, piece.of_pips];
  return [...facts, piece.flags.join(), piece.facing, piece.hidden].join('|');
}

export function counterMarkup(piece: Piece): string {
  const key = appearance(piece);
  let markup = drawn.get(key);
  if (markup === undefined) {
    markup = draw(piece);
    if (drawn.size > 4000) drawn.clear();
    drawn.set(key, markup);
  }
  return markup;
}

function draw(piece: Piece): string {
  const dimmed = piece.flags.some((flag) => DIMMED.includes(flag));
  const base = armyColour(piece.army);
  const fill = dimmed ? mix(base, '#f4eedd', 0.45) : base;
  const ink = inkOn(fill);
  const paper = mix(fill, ink === INK ? WHITE : '#000000', 0.42);
  const hq = piece.symbol === 'hq';
  const parts = [
    `<rect x="1" y="1.5" width="44" height="44" rx="3" fill="#000" fill-opacity=".28"/>`,
    `<rect width="44" height="44" rx="3" fill="${fill}" stroke="${mix(base, '#000000', 0.55)}" stroke-width=".9"/>`,
    `<path d="M1.2 42V3.500Q1.2 1.2 3.5 1.200H42" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="1.2"/>`,
  ];
  if (piece.hidden) return parts.join('') + back(piece, base);
  if (hq) parts.push(`<rect x="1.6" y="1.6" width="40.8" height="40.8" rx="2" fill="none" stroke="#b3201c" stroke-width="2.4"/>`);
  if (piece.flags.includes('disrupted')) parts.push(`<path d="M0 44V32L32 0H44V12L12 44z" fill="#fff" fill-opacity=".42"/>`);
  if (piece.symbol === 'fort') parts.push(star(ink, paper));
  else if (piece.symbol) parts.push(`<g transform="translate(8 8.6) scale(.14)">${box(piece.symbol, ink, paper)}</g>`);
  if (piece.flags.includes('besieged')) {
    parts.push(`<circle cx="22" cy="22.6" r="12.5" fill="none" stroke="#a3121a" stroke-width="1.6" stroke-dasharray="3 2"/>`);
  }
  if (piece.flags.includes('out-of-supply')) {
    parts.push(
      `<rect x="1.4" y="1.4" width="41.2" height="41.2" rx="2.4" fill="none" stroke="#fff" stroke-width="3.4"/>`,
      `<rect x="1.4" y="1.4" width="41.2" height="41.2" rx="2.4" fill="none" stroke="#b3121a" stroke-width="2.6" stroke-dasharray="5 3"/>`,
    );
  }
  parts.push(...words(piece, ink), ...pips(piece, ink), ...flags(piece, ink));
  if (piece.facing !== null) {
    // A dark head with a light rim shows on every army and every ground; on the slant it stands further out, off the numbers.
    const tip = piece.facing % 3 ? -5.4 : -2.6;
    parts.push(
      `<path d="M22 ${tip}l6.200 5.800h-12.400z" fill="#12100a" stroke="#fff" stroke-width=".9" transform="rotate(${piece.facing * 60} 22 22)"/>`,
    );
  }
  return parts.join('');
}

/** Numbers side by side; one that is added (`+2`) needs no dash. */
export function joinNumbers(numbers: string[], dash: string): string {
  return numbers
    .filter((number) => number !== '')
    .reduce((line, number) => (line === '' ? number : line + (number.startsWith('+') ? ' ' : dash) + number), '');
}

function words(piece: Piece, ink: string): string[] {
  const name = piece.symbol === 'fort' ? piece.name.replace(/^Fort /, '') : piece.name;
  const size = fitted(name, 38, 8.4);
  const parts = [`<text x="3.2" y="9.4" font-size="${size.toFixed(1)}" font-weight="600" fill="${ink}">${escape(name)}</text>`];
  if (piece.size) {
    parts.push(
      `<text x="22" y="14.4" font-size="4.6" font-weight="700" text-anchor="middle" letter-spacing=".3" fill="${ink}">${escape(piece.size)}</text>`,
    );
  }
  const numbers = joinNumbers(piece.numbers, '\u2009\u2013\u2009');
  if (numbers) {
    parts.push(`<text x="22" y="41" font-size="12.5" font-weight="700" text-anchor="middle" fill="${ink}">${escape(numbers)}</text>`);
  }
  return parts;
}

function pips(piece: Piece, ink: string): string[] {
  return Array.from({ length: Math.min(piece.of_pips, 6) }, (_, at) => {
    const full = at < piece.pips;
    return `<circle cx="39.6" cy="${14.5 + at * 4.8}" r="1.7" fill="${full ? ink : 'none'}" stroke="${ink}" stroke-width=".8"/>`;
  });
}

function flags(piece: Piece, ink: string): string[] {
  return piece.flags
    .filter((flag) => flag in FLAGS)
    .slice(0, 3)
    .map((flag, at) => FLAGS[flag]?.(13 + at * 9.5, ink) ?? '');
}

/** A face-down counter: the army's colour and a plain hatch, nothing else. */
function back(piece: Piece, base: string): string {
  const dark = mix(base, '#000000', 0.35);
  return (
    `<path d="M4 16L16 4M4 28L28 4M4 40L40 4M16 40L40 16M28 40L40 28" stroke="${dark}" stroke-width="1.4"/>` +
    `<circle cx="22" cy="22" r="9" fill="${base}" stroke="${dark}" stroke-width="1.4"/>` +
    `<text x="22" y="26.4" font-size="12" font-weight="700" text-anchor="middle" fill="${inkOn(base)}">?</text>`
  );
}

/** The edge around a counter in its picture. */
export const EDGE = 3;
const FONT = "'Source Sans 3','Source Sans Pro','Open Sans','Noto Sans','Segoe UI','Liberation Sans',sans-serif";
const images = new Map<string, string>();

/** The same as a picture of its own, with a small edge: for buttons, whose name must not be mixed with drawn text. */
export function counterImage(piece: Piece): string {
  const key = appearance(piece);
  let address = images.get(key);
  if (address === undefined) {
    const side = SIDE + 2 * EDGE;
    const box = `viewBox="${-EDGE} ${-EDGE} ${side} ${side}" width="${side * 2}" height="${side * 2}"`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box} font-family="${FONT}">${counterMarkup(piece)}</svg>`;
    address = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    if (images.size > 4000) images.clear();
    images.set(key, address);
  }
  return address;
}
