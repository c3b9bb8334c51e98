/**
 * Keeps the focus where the person left it while the page changes under it.
 */

/** @param {Element} node */
function nameOf(node) {
  return /** @type {HTMLElement} */ (node).dataset.key ?? node.id;
}

/**
 * Run `change`; a focused element that was moved keeps the focus, one that went away hands it to its neighbor.
 *
 * @param {() => void} change
 */
export function keepFocus(change) {
  const held = /** @type {HTMLElement | null} */ (document.activeElement);
  const parent = held?.parentElement;
  if (!held || held === document.body || !parent) {
    change();
    return;
  }
  const index = [...parent.children].indexOf(held);
  const name = nameOf(held);
  change();
  if (document.activeElement === held || document.querySelector("dialog[open]")) return;
  if (held.isConnected && !held.hidden) {
    held.focus({ preventScroll: true });
    return;
  }
  const siblings = /** @type {HTMLElement[]} */ ([...parent.children].filter((node) => node.matches("button, [tabindex]")));
  const next = siblings.find((node) => name && nameOf(node) === name) ?? siblings[Math.min(index, siblings.length - 1)];
  if (next?.isConnected) next.focus({ preventScroll: true });
}
