// The browser says when it is your move at a table that lies in another tab; off unless the reader wants it.
import { t } from './i18n';
import { prefs } from './prefs.svelte';

/** Whether this browser can show notices at all. */
export const canNotice = (): boolean => typeof Notification !== 'undefined';

/** Switch notices on or off: the browser asks the reader once. Whether they are on now. */
export async function wantNotices(on: boolean): Promise<boolean> {
  const allowed = on && canNotice() && (await Notification.requestPermission()) === 'granted';
  prefs.notices = allowed;
  return allowed;
}

/** Say that it is the reader's move, where nobody looks at the page. */
export function notice(table: string): void {
  if (!prefs.notices || !canNotice() || Notification.permission !== 'granted' || !document.hidden) return;
  const shown = new Notification(t('notices.move', { table }), { tag: 'marne', body: t('notices.body') });
  shown.onclick = () => window.focus();
}
