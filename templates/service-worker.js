/* Keeps one page, which stands in for a page that cannot be fetched. Everything else goes its usual way. */
"use strict";

const kept = {{ kept|safe }};
/* The windows that show it: only theirs are the files that are kept with it. */
const windows = new Set();

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(tidy()));
addEventListener("fetch", (event) => {
  const { mode, method, url } = event.request;
  if (mode === "navigate") {
    if (method === "GET") event.respondWith(fetched(event));
  } else if (windows.has(event.clientId) && kept.files.includes(new URL(url).pathname)) {
    event.respondWith(file(event.request));
  }
});

/* Asked for without cookies: nothing that is kept can be about anybody. */
async function keep() {
  const cache = await caches.open(kept.version);
  const asked = [kept.page, ...kept.files].map((address) => new Request(address, { credentials: "omit" }));
  await cache.addAll(asked);
  await skipWaiting();
}

async function tidy() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== kept.version).map((name) => caches.delete(name)));
  // A page is asked for while this script is being started, not afterwards.
  await registration.navigationPreload?.enable();
}

async function fetched(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    windows.add(event.resultingClientId);
    return (await found(kept.page)) ?? Response.error();
  }
}

async function file(request) {
  return (await found(request)) ?? fetch(request);
}

function found(asked) {
  return caches.match(asked, { cacheName: kept.version, ignoreVary: true });
}
