// Begins to fetch what the map of a table is drawn from while the page's own code is still on its way: on a slow line that is
// a journey saved. The build puts this file beside the code, and api.ts takes over what was begun. Addresses are made as there.
/* global LANGUAGES */
(() => {
  try {
    const read = (key, plain) => JSON.parse(localStorage.getItem(key) ?? plain);
    const id = decodeURIComponent(/^#\/?table\/([^/]+)/.exec(location.hash)?.[1] ?? '');
    const table = read('marne-tables', '[]').find((each) => each.id === id);
    if (!table?.map) return;
    const kept = read('marne-prefs', '{}');
    const spoken = LANGUAGES; // the build writes those of src/words here
    const wanted = [kept.language ?? '', ...navigator.languages.map((each) => each.slice(0, 2).toLowerCase()), 'en'];
    const language = wanted.find((each) => spoken.includes(each));
    const theme = kept.theme ?? 'system';
    const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
    const addresses = [
      `/api/board/${table.game}.json`,
      `/api/board/${table.game}.svg?theme=${dark ? 'night' : 'day'}&language=${language}`,
    ];
    const headers = { 'Accept-Language': language };
    globalThis.marneEarly = new Map(addresses.map((address) => [address, fetch(address, { headers })]));
    for (const begun of globalThis.marneEarly.values()) begun.catch(() => undefined); // whoever takes over hears of it
  } catch {
    // Then the page fetches them itself.
  }
})();
