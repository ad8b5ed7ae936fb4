import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { prefs } from './lib/prefs.svelte';
import { learn } from './words';

// A part of the page that is fetched late may be gone, when the server has a newer one: then the page begins anew, once.
addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('marne-anew') ?? 0);
  if (Date.now() - last < 30_000) return;
  sessionStorage.setItem('marne-anew', String(Date.now()));
  location.reload();
});

const target = document.getElementById('app');
if (!target) throw new Error('the page has no #app');
await learn(prefs.language).catch(() => undefined);
export default mount(App, { target });
