/**
 * Has the browser keep the page that says that there is no network, in this page's language.
 *
 * Once everything else is loaded, and only where browsers offer it: not over the plain http of a home network.
 */

async function keep() {
  try {
    await navigator.serviceWorker.register(`/service-worker-${document.documentElement.lang}.js`);
  } catch {
    // A browser that keeps nothing shows a page of its own.
  }
}

if ("serviceWorker" in navigator) {
  if (document.readyState === "complete") keep();
  else addEventListener("load", keep);
}
