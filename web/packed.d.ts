import type { Plugin } from 'vite';

export const packed: Plugin;
export const early: Plugin;
export const spoken: (text: string) => string;
