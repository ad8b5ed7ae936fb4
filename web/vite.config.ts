import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  base: './',
  build: { outDir: '../src/marne/table/static', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 1300 },
  test: { environment: 'jsdom', include: ['tests/**/*.test.ts'] },
});
