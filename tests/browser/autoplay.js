/**
 * A pair of hands inside a page: presses whatever the page offers, found as a screen reader would find it, by role
 * and name. It knows nothing of the wire, of handles or of the page's modules.
 *
 * @param {{call: "armed" | "late" | "never", gathers: number, rounds: boolean}} manner how its person calls the
 *   last card as long as nobody is out, then in time, for two who catch each other again and again come to no end; up
 *   to how many cards he gathers as long as nobody is out, for the round is then worth more to who wins it; whether he
 *   asks for the next round
 */
({ call, gathers, rounds }) => {
  const COLORS = ["red", "blue", "yellow", "green"];
  const DEAR = ["Skip", "Reverse", "Wild", "+2", "Wild +4"];
  const DEARER = 20;
  /** How many cards more than he gathers somebody takes rather than part with a dear one, which would hold others up. */
  const SPARED = 3;

  const nameOf = (node) => node.getAttribute("aria-label") ?? node.textContent.trim();
  const visible = (node) => node.getClientRects().length > 0;
  const may = (node) => visible(node) && node.getAttribute("aria-disabled") !== "true" && !node.disabled;
  const buttons = (root = document) => [...root.querySelectorAll("button")].filter(may);
  const named = (pattern, root) => buttons(root).find((node) => pattern.test(nameOf(node)));
  const hand = () => [...document.querySelectorAll('[role="group"][aria-label^="Your hand"] button')];

  /**
   * Dear cards stay in the hand as long as they can: a round won is then worth more. Once somebody is out, what brings
   * another turn goes first, and what gives others cards goes last: the round is then over sooner.
   */
  const rank = (name, out) => {
    const face = name.split(",")[0];
    const value = face.startsWith("Wild") ? face : face.split(" ")[1];
    const dear = DEAR.indexOf(value);
    if (dear < 0) return Number(value);
    return out && dear < 2 ? -1 : DEARER + dear;
  };

  /** The color of most cards in the hand, by the names of the cards. */
  const favorite = () => COLORS.map((color) => [hand().filter((node) => nameOf(node).startsWith(color)).length, color])
    .sort(([a], [b]) => b - a)[0][1];

  const offered = () => {
    const chooser = document.querySelector('[role="dialog"]:not([hidden]), [role="group"][aria-label="Choose the color"]:not([hidden])');
    if (chooser) return named(new RegExp(favorite(), "i"), chooser);
    const next = rounds && named(/^Next round$/);
    if (next) return next;
    const out = /out, place/.test(document.querySelector('[aria-label="The other players"]')?.textContent ?? "");
    const calls = out ? "armed" : call;
    const caller = named(/^Last card!$/);
    if (caller && !caller.hasAttribute("aria-pressed") && calls !== "never") return caller;
    const caught = named(/^Catch$/);
    if (caught) return caught;
    const drawn = hand().some((node) => nameOf(node).includes("just drawn"));
    const playable = hand().filter((node) => may(node) && nameOf(node).includes("playable"));
    const keeps = gathers && playable.every((node) => rank(nameOf(node), out) >= DEARER);
    if (hand().length < gathers + (keeps ? SPARED : 0) && !out) {
      const gathering = drawn ? named(/^Keep$/) : named(/^DRAW/);
      if (gathering) return gathering;
    }
    if (playable.length) {
      if (calls === "armed" && hand().length === 2 && caller?.getAttribute("aria-pressed") === "false") return caller;
      return playable.sort((a, b) => rank(nameOf(a), out) - rank(nameOf(b), out))[0];
    }
    return named(/^Keep$/) ?? named(/^DRAW/);
  };

  clearInterval(window.autoplay);
  window.autoplay = setInterval(() => offered()?.click(), 50);
}
