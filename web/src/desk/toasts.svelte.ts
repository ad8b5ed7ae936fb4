// Short words over the map: each goes by itself after a while, and never more than three stand there.
import { ApiError } from '../lib/api';

const SHOWN_MS = 8000;
const MOST = 3;

export interface Toast {
  id: number;
  text: string;
  rule: string;
  tone: 'plain' | 'warn';
}

export class Toasts {
  list = $state<Toast[]>([]);
  #next = 1;

  say(text: string, rule = '', tone: Toast['tone'] = 'plain'): void {
    const id = this.#next++;
    this.list = [...this.list.slice(1 - MOST), { id, text, rule, tone }];
    setTimeout(() => this.drop(id), SHOWN_MS);
  }

  /** Something went wrong: its own words, and the rule if the server named one. */
  fail(error: unknown): void {
    const rule = error instanceof ApiError ? error.rule : '';
    this.say(error instanceof Error ? error.message : String(error), rule, 'warn');
  }

  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }

  clear(): void {
    this.list = [];
  }
}
