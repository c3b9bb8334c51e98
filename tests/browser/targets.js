/**
 * Targets that are too small to hit: under 24 by 24 px anywhere, or under 44 px high where they are a main act, a
 * choice of a form or a link that stands by itself. A link within a sentence is exempt, as WCAG 2.5.8 has it.
 *
 * @returns {{measured: number, small: string[]}}
 */
() => {
  const LEAST = 24;
  const MAIN = 44;
  const targets = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=slider]";
  const mains = ".button, .choice, .hand-card, .draw-pile, .input, select, summary, .way, nav a, li > a:only-child";
  /** Half a pixel is lost in rounding. */
  const under = (length, least) => length < least - 0.5;

  /** A link whose line holds other words beside it. */
  const inSentence = (node) => {
    if (!node.matches("a") || getComputedStyle(node).display !== "inline") return false;
    const around = node.closest("p, li, dd, td, label, caption, figcaption");
    return Boolean(around) && around.textContent.trim().length > node.textContent.trim().length;
  };

  /** What is hit in its place: a box to tick goes with its words. */
  const hit = (node) => (node.matches("[type=checkbox], [type=radio]") && node.labels?.length ? node.labels[0] : node);

  let measured = 0;
  const small = [];
  for (const node of document.querySelectorAll(targets)) {
    const shown = hit(node);
    if (!shown.checkVisibility({ visibilityProperty: true }) || node.closest(".unseen, .skip-link, [inert]") || node.matches(".unseen") && shown === node) continue;
    if (document.querySelector("dialog[open]") && !node.closest("dialog[open]")) continue;
    measured += 1;
    if (inSentence(node)) continue;
    const { width, height } = shown.getBoundingClientRect();
    const main = node.matches(mains) || shown.matches(mains);
    if (under(width, LEAST) || under(height, main ? MAIN : LEAST)) {
      small.push(`${node.tagName} ${node.className} "${(node.ariaLabel ?? node.textContent).trim().slice(0, 40)}" ${width.toFixed(1)}x${height.toFixed(1)}`);
    }
  }
  return { measured, small };
}
