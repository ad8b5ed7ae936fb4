// What to ask the server for when somebody just wants to play.
import type { NewTable } from './api';
import type { GameInfo, TableState } from './types';
import { CATALOGUES } from '../words';

/** Who plays where nobody chose: the staff, who answers at once; else the strongest on offer, whom the server names last. */
export function usualPlayer(game: Pick<GameInfo, 'players'>): string {
  return game.players.includes('staff') ? 'staff' : (game.players.at(-1) ?? 'random');
}

/** Who sits opposite when nobody was chosen: the computer, or the same person where no computer plays to win. */
export function opposite(game: Pick<GameInfo, 'players' | 'opponent'>): string {
  return game.opponent ? `computer:${usualPlayer(game)}` : 'me';
}

/** The scenario that the game offers first; where it names none, the shortest is the quickest way in. */
export function quickScenario(game: Pick<GameInfo, 'scenarios' | 'about'>): string {
  return game.about.scenario || [...game.scenarios].sort((a, b) => a.turns - b.turns)[0]?.name || '';
}

export function editionFor(game: Pick<GameInfo, 'editions'>, language: string): string {
  const wanted = CATALOGUES[language]?.['language.edition'] ?? '';
  return game.editions.includes(wanted) ? wanted : (game.editions[0] ?? '');
}

/** The computer players that are offered in a scenario. */
export function levels(game: Pick<GameInfo, 'scenarios' | 'players'>, scenario: string): readonly string[] {
  return game.scenarios.find((each) => each.name === scenario)?.players ?? game.players;
}

/** A game that somebody starts with one click: this scenario, this seat, this computer player opposite. */
export function quickWish(game: GameInfo, seat: string, language: string, scenario = quickScenario(game), player = ''): NewTable {
  const other = player && game.opponent ? `computer:${player}` : opposite(game);
  const seats = Object.fromEntries(game.seats.map((each) => [each, each === seat ? 'me' : other]));
  return { game: game.name, scenario, edition: editionFor(game, language), options: {}, seats, name: '' };
}

/** The same game again, or with the sides changed: a computer sits where it sat, people's seats are open to be taken. */
export function again(table: Pick<TableState, 'game' | 'setting' | 'seats' | 'you'>, swapped: boolean): NewTable {
  const { scenario, edition, options } = table.setting;
  const who = table.seats.map((seat) =>
    table.you.includes(seat.name) ? 'me' : seat.kind === 'computer' ? `computer:${seat.player}` : 'open',
  );
  if (swapped) who.reverse();
  const seats = Object.fromEntries(table.seats.map((seat, at) => [seat.name, who[at] ?? 'open']));
  return { game: table.game, scenario, edition, options, seats, name: '' };
}
