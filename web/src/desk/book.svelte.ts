// What a game says of itself in the reader's language: its rules in our words, its readings, its guided first turn.
import { api } from '../lib/api';
import type { About } from '../lib/types';

export interface Rule {
  title: string;
  summary: string;
  needs: string;
}

export class Book {
  rules = $state.raw<Record<string, Rule>>({});
  departures = $state.raw('');
  about = $state.raw<About | null>(null);
  #reading = { wanted: '', done: Promise.resolve() };

  /** Asked once for each game and language. */
  read(game: string, language: string): Promise<void> {
    const wanted = `${game} ${language}`;
    if (this.#reading.wanted !== wanted) this.#reading = { wanted, done: this.#read(game, language) };
    return this.#reading.done;
  }

  async #read(game: string, language: string): Promise<void> {
    const [rules, departures, games] = await Promise.all([
      api.rules(game, language).catch(() => ({})),
      api.departures(game, language).catch(() => ''),
      api.games(language).catch(() => []),
    ]);
    [this.rules, this.departures] = [rules, departures];
    this.about = games.find((each) => each.name === game)?.about ?? null;
  }
}
