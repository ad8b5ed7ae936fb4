// What the server sends, written from Python (wire.ts), under the names that the page uses.
import type { BoardGeometry, Context, Scene } from './wire';

export type * from './wire';
export type Geometry = BoardGeometry;
export type Overlay = Scene['overlays'][number];
export type Stage = Context['stage'];
