// What a compiler does not notice. Formatting is prettier's alone.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  svelte.configs.prettier,
  { languageOptions: { globals: globals.browser } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    rules: {
      // svelte-check and the compiler know every name.
      'no-undef': 'off',
      // States are replaced whole, never changed in place: a plain Map is meant.
      'svelte/prefer-svelte-reactivity': 'off',
      // A space at the edge of a block is dropped unless it is said so.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  {
    // counterMarkup escapes every word that it draws.
    files: ['src/pages/Bench.svelte', 'src/pages/GameCard.svelte', 'src/table/Layers.svelte'],
    rules: { 'svelte/no-at-html-tags': 'off' },
  },
  { files: ['tests/**'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
);
