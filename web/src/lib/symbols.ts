// The symbols that stand on counters, as milsymbol draws them, in its own units (a frame from 25,50 to 175,150). The library
// knows thousands and weighs a thousand times as much as these: a test holds them to it, and the page does without.
export const CODES: Record<string, string> = {
  infantry: 'SFGPUCI----',
  cavalry: 'SFGPUCR----',
  artillery: 'SFGPUCF----',
  depot: 'SFGPUSS----',
  engineers: 'SFGPUCE----',
};

export const SYMBOLS: Record<string, (ink: string) => string> = {
  infantry: (ink) => `<path d="M25,50 L175,150 M25,150 L175,50" stroke-width="3" stroke="${ink}" fill="${ink}" ></path>`,
  cavalry: (ink) => `<path d="M25,150L175,50" stroke-width="3" stroke="${ink}" fill="${ink}" ></path>`,
  artillery: (ink) => `<circle cx="100" cy="100" r="15" stroke-width="3" stroke="${ink}" fill="${ink}" ></circle>`,
  depot: (ink) => `<path d="M25,120 l150,0" stroke-width="3" stroke="${ink}" fill="none" ></path>`,
  engineers: (ink) =>
    `<path d="M 60,118 V 83 h 80 v 35  M 100,83 V 110" stroke-width="4.285714285714286" stroke="${ink}" fill="none" ></path>`,
};
