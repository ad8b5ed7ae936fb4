// A counter in words, for tooltips, the text board and screen readers.
import { joinNumbers } from './counter';
import { named, t } from './i18n';
import type { Piece } from './types';

export function flagWords(piece: Piece): string[] {
  return piece.flags.map((flag) => named('flag', flag));
}

export function pieceWords(piece: Piece): string {
  if (piece.hidden) return t('piece.hidden', { army: named('army', piece.army), place: piece.place });
  const parts = [piece.words || piece.name];
  const numbers = joinNumbers(piece.numbers, '-');
  if (numbers) parts.push(numbers);
  if (piece.of_pips) parts.push(t('piece.steps', { now: piece.pips, full: piece.of_pips }));
  parts.push(...flagWords(piece));
  return `${parts.join(', ')} (${piece.place})`;
}
