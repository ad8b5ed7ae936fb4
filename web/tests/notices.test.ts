// Browser notices: off until wanted, asked for once, shown only where nobody looks.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notice, wantNotices } from '../src/lib/notices';
import { prefs } from '../src/lib/prefs.svelte';

const shown: string[] = [];
let hidden = true;

function browser(permission: NotificationPermission): void {
  class Shown {
    static permission = permission;
    static requestPermission = vi.fn(() => Promise.resolve(permission));
    onclick = null;
    constructor(title: string) {
      shown.push(title);
    }
  }
  vi.stubGlobal('Notification', Shown);
}

beforeEach(() => {
  shown.length = 0;
  hidden = true;
  prefs.notices = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
});
afterEach(() => void vi.unstubAllGlobals());

test('nothing is shown and nobody is asked before it is wanted', () => {
  browser('granted');
  notice('Verdun');
  expect(shown).toEqual([]);
  expect(Notification.requestPermission).not.toHaveBeenCalled();
});

test('a reader who wants notices gets them while the page is hidden', async () => {
  browser('granted');
  expect(await wantNotices(true)).toBe(true);
  notice('Verdun');
  expect(shown).toHaveLength(1);
  expect(shown[0]).toContain('Verdun');
  hidden = false;
  notice('Verdun');
  expect(shown).toHaveLength(1);
  expect(await wantNotices(false)).toBe(false);
  hidden = true;
  notice('Verdun');
  expect(shown).toHaveLength(1);
});

test('a browser that refuses stays silent', async () => {
  browser('denied');
  expect(await wantNotices(true)).toBe(false);
  expect(prefs.notices).toBe(false);
  notice('Verdun');
  expect(shown).toEqual([]);
});
