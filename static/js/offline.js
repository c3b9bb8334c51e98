/**
 * Stands at the address of a page that could not be fetched: asks for it again once the site can be reached.
 */

const PAUSE = 5000;
const SIGN_OF_LIFE = "/health/";
/** From this status on a proxy says that it does not reach the site. */
const PROXY_ALONE = 502;

async function look() {
  if (!navigator.onLine || document.visibilityState !== "visible") return;
  try {
    const answer = await fetch(SIGN_OF_LIFE, { cache: "no-store" });
    if (answer.status < PROXY_ALONE) location.reload();
  } catch {
    // Not yet.
  }
}

// Under its own address it stands in for nothing.
if (location.pathname !== document.body.dataset.own) {
  addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
  setInterval(look, PAUSE);
}
