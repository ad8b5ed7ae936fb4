// The foot of the dock: whoever asks lays its buttons there, so that the main one has one place.
import type { Attachment } from 'svelte/attachments';

/** Lays an element at the foot, wherever it is written. */
export function atFoot(dock: { readonly foot: HTMLElement | null }): Attachment<HTMLElement> {
  return (element) => {
    dock.foot?.append(element);
  };
}
