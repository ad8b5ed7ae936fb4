// The foot of the dock: whoever asks lays its buttons there, so that the main one has one place.
import type { Attachment } from 'svelte/attachments';

/** Lays an element at the foot, wherever it is written, and takes it away with the block that wrote it: what is left of a
 * block that goes is looked for where it was written. */
export function atFoot(dock: { readonly foot: HTMLElement | null }): Attachment<HTMLElement> {
  return (element) => {
    dock.foot?.append(element);
    return () => element.remove();
  };
}
