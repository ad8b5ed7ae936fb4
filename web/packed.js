// A part of the build: beside each file of the page its copies as brotli and gzip. The server sends the smallest that a
// reader can take. They are made from what was written, when nobody changes it any more.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Files below so many bytes stay as they are. */
const LEAST = 1000;

export const packed = {
  name: 'packed',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    for (const name of Object.keys(bundle).filter((each) => each.startsWith('assets/'))) {
      const path = join(dir, name);
      const source = readFileSync(path);
      if (source.length < LEAST) continue;
      writeFileSync(`${path}.br`, brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      writeFileSync(`${path}.gz`, gzipSync(source, { level: 9 }));
    }
  },
};

/** The first file of the page, small and by itself: it begins to fetch while the others are on their way. */
const languages = readdirSync(join(import.meta.dirname, 'src/words')).flatMap((name) => /^(..)\.ts$/.exec(name)?.[1] ?? []);
export const spoken = (text) => text.replace('= LANGUAGES;', `= ${JSON.stringify(languages)};`);
const source = spoken(readFileSync(join(import.meta.dirname, 'early.js'), 'utf8'));
const fileName = `assets/early-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;

export const early = {
  name: 'early',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName, source });
  },
  transformIndexHtml: () => [{ tag: 'script', attrs: { async: true, src: `./${fileName}` }, injectTo: 'head' }],
};
