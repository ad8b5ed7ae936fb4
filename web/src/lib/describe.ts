// A counter in words, for tooltips, the text board and screen readers.
import { joinNumbers } from './counter';
import { named, t } from './i18n';
import type { Choice, Piece } from './types';

export function flagWords(piece: Piece): string[] {
  return piece.flags.map((flag) => named('flag', flag));
}

export function pieceWords(piece: Piece): string {
  if (piece.hidden) return t('piece.hidden', { army: named('army', piece.army), place: piece.place });
  const parts = [piece.words || piece.name];
  const numbers = joinNumbers(piece.numbers, '-');
  if (numbers) parts.push(numbers);
  if (piece.of_pips) parts.push(t('piece.steps', { now: piece.pips, full: piece.of_pips }));
  if (piece.facing !== null) parts.push(t('piece.faces', { way: named('way', String(piece.facing)) }));
  parts.push(...flagWords(piece));
  const place = placeWords(piece.place);
  return place ? `${parts.join(', ')} (${place})` : parts.join(', ');
}

/** A base of the open table: its unit, arm, quality, bases, markers, tokens and states. */
export function baseWords(piece: Piece): string {
  if (piece.hidden || !piece.of_pips) return pieceWords(piece);
  const [markers = '0', most = '0', , tokens] = piece.numbers;
  const parts = [piece.words || piece.name, t('open.bases', { now: piece.pips, full: piece.of_pips })];
  parts.push(t('open.markers', { now: markers, most }));
  if (tokens !== undefined) parts.push(t('open.tokens', { now: tokens }));
  return [...parts, ...flagWords(piece)].join(', ');
}

/** Where something lies: a hex or a spot by its label, a space of the battle board in words; a box's panel says it itself. */
export function placeWords(place: string): string {
  const [, space = '', number = ''] = /^([a-z-]+?)(?:-(\d+))?$/.exec(place) ?? [];
  if (!space) return place;
  const words = named('battle', space);
  return words === space ? '' : `${words} ${number}`.trim();
}

/** What lies in a hex and what can be done there, for somebody who hears it. */
export function hexWords(
  desk: { pieces: Piece[]; index: { byHex: Map<string, Choice[]>; byPiece: Map<string, Choice[]> } },
  hex: string,
): string {
  const stack = desk.pieces.filter((piece) => piece.place === hex);
  const answers = [...(desk.index.byHex.get(hex) ?? []), ...stack.flatMap((piece) => desk.index.byPiece.get(piece.id) ?? [])];
  const parts = [hex, ...stack.map((piece) => pieceWords(piece).replace(` (${hex})`, ''))];
  if (!stack.length) parts.push(t('map.empty'));
  if (answers.length) parts.push(t('map.can', { answers: answers.map((choice) => choice.text).join('; ') }));
  return parts.join('. ');
}
