import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { early, packed } from './packed.js';

/** What is fetched when somebody asks for it, and no sooner. */
const LATE =
  /\/src\/(pages\/(NewGame|SetUp|Scenario\w*|Join|Carry|Force\w*|Stepper|Bench|Settings|Recover|Rule\w+)|tabletop\/|lib\/(carry|forces|placing|terrain|labels|frames)|words\/(?!en|index)|table\/(Over|AnswerList|Departures|EndDialog|Ending|GameStory|PlayAgain|Invite|Keys|Legend|LuckTable|Menu|ReplayBar|TextBoard|Tour|Places|Modal))/;

export default defineConfig({
  plugins: [svelte(), early, packed],
  base: './',
  build: {
    outDir: '../src/marne/table/static',
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: true,
    rolldownOptions: {
      // What home and table need is one file: on a slow line each further one costs a journey.
      output: { codeSplitting: { groups: [{ name: 'main', test: (id) => !LATE.test(id) }] } },
    },
  },
  // A ceiling that only a failure reaches, whatever the machine does.
  test: { environment: 'jsdom', testTimeout: 120_000, include: ['tests/**/*.test.ts'] },
});
