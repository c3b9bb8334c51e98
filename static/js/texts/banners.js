/**
 * The banners of all families, in the reader's language.
 */
import { fill } from "./words.js";

/** @typedef {import("../types.js").TableEvent} TableEvent */

/** @type {Record<string, (event: TableEvent) => string>} */
const BANNERS = {
  bomb_lit: (event) => ((event.size ?? 4) > 4
    ? fill(gettext("MORE POWDER: %(count)s"), { count: event.size })
    : gettext("FUSE LIT")),
  boom: () => gettext("BOOM"),
  stacked: (event) => fill(gettext("+%(count)s STACKED!"), { count: event.total }),
  shield_up: () => gettext("SHIELD UP"),
  blocked: () => gettext("BLOCKED"),
  midnight: () => gettext("MIDNIGHT"),
  dawn: () => gettext("DAWN"),
  one_card: () => gettext("ONE CARD!"),
  flipped: () => gettext("TABLE TURNED"),
  clock_started: () => gettext("CLOCK STARTED"),
  clock_stopped: () => gettext("CLOCK STOPPED"),
  hunted: (event) => fill(ngettext("HUNT: %(count)s CARD", "HUNT: %(count)s CARDS", event.count ?? 0), { count: event.count }),
  announced: () => gettext("LAST CARD!"),
  caught: () => gettext("CAUGHT: +2"),
  return: () => gettext("BASE GREEN. RETURN!"),
  return_cancelled: () => gettext("RETURN CANCELLED"),
  quarte: () => gettext("QUARTE! +8"),
  reshuffled: () => gettext("PILE RESHUFFLED"),
};

/** @param {TableEvent} event @returns {string | null} */
export function bannerText(event) {
  return event.banner ? BANNERS[event.banner]?.(event) ?? null : null;
}
