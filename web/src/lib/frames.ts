// Frame times, as the browser calls for them.
export interface Frames {
  frames: number;
  median: number;
  p95: number;
  worst: number;
  over50: number;
}

export function summary(times: number[]): Frames {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part: number) => Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1));
  return { frames: sorted.length, median: at(0.5), p95: at(0.95), worst: at(1), over50: sorted.filter((time) => time > 50).length };
}

/** Do something in every frame for a while, and say how long the frames were. */
export function frames(ms: number, each: (now: number) => void): Promise<Frames> {
  return new Promise((resolve) => {
    const times: number[] = [];
    let last = 0;
    let began = 0;
    const step = (now: number) => {
      if (last) times.push(now - last);
      else began = now;
      last = now;
      if (now - began > ms) return resolve(summary(times));
      each(now);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}

export interface Bench {
  ready: boolean;
  game: string;
  hexes: number;
  counters: number;
  pan?: Frames;
  zoom?: Frames;
  run: () => Promise<void>;
}

declare global {
  interface Window {
    marneBench?: Bench;
  }
}
