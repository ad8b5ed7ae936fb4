// A part of the build: beside each file of the page its copies as brotli and gzip. The server sends the smallest that a
// reader can take. They are made from what was written, when nobody changes it any more.
import { readFileSync, writeFileSync } from 'node:fs';
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
