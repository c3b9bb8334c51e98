/**
 * Dialogs: the page's own, questions, and parts of other pages brought into this one.
 */
import { el } from "./dom.js";

/** Makes the dialog modal that is shown but not yet modal, if there is one. */
let arrive = () => {};

/**
 * It is seen at once and modal with the next frame: that nothing else can be reached has the browser style the whole
 * page anew, which a slow phone does after it has shown what was asked for. Whoever is quicker finds it modal.
 *
 * @param {HTMLDialogElement} dialog
 */
function comeUp(dialog) {
  const signs = ["keydown", "pointerdown"];
  arrive();
  const arrived = () => {
    if (arrive !== arrived) return;
    arrive = () => {};
    for (const sign of signs) removeEventListener(sign, arrived, true);
    delete dialog.dataset.coming;
    const focused = /** @type {HTMLElement | null} */ (dialog.contains(document.activeElement) ? document.activeElement : null);
    if (dialog.isConnected) dialog.showModal();
    focused?.focus();
  };
  arrive = arrived;
  for (const sign of signs) addEventListener(sign, arrived, true);
  dialog.dataset.coming = "";
  requestAnimationFrame(() => setTimeout(arrived));
}

/**
 * @param {HTMLDialogElement} dialog
 */
export function openDialog(dialog) {
  if (dialog.open || "coming" in dialog.dataset) return;
  if (!dialog.dataset.wired) {
    dialog.dataset.wired = "true";
    dialog.addEventListener("click", (event) => {
      const target = /** @type {Element} */ (event.target);
      if (target === dialog || target.closest("[data-close]")) dialog.close();
    });
  }
  comeUp(dialog);
}

/**
 * @param {string} title
 * @param {...Node} body
 * @returns {HTMLDialogElement} a new dialog, gone from the page once closed
 */
export function showDialog(title, ...body) {
  const dialog = /** @type {HTMLDialogElement} */ (el("dialog", { class: "sheet", "aria-label": title },
    el("div", { class: "sheet-head" },
      el("h2", {}, title),
      el("button", { class: "button quiet", type: "button", "data-close": true, "aria-label": gettext("Close") }, "✕")),
    ...body));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  openDialog(dialog);
  return dialog;
}

/** Whatever they ask or show is of no use any more. */
export function closeDialogs() {
  arrive();
  for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
}

/**
 * @param {string} question
 * @param {string} text
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function ask(question, text, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const dialog = showDialog(question,
      el("p", {}, text),
      el("div", { class: "row" },
        el("button", { class: "button main", type: "button", "data-close": true, onclick: () => { answer = true; } }, yes),
        el("button", { class: "button", type: "button", "data-close": true }, gettext("Cancel"))));
    dialog.addEventListener("close", () => resolve(answer));
  });
}

/**
 * @param {string} url
 * @param {RequestInit} request
 * @param {string} selector
 * @returns {Promise<HTMLElement | null>} that part of the page, or null when it could not be had
 */
export async function bringPart(url, request, selector) {
  try {
    const answer = await fetch(url, { credentials: "same-origin", ...request });
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const part = page.querySelector(selector);
    return part ? /** @type {HTMLElement} */ (document.importNode(part, true)) : null;
  } catch {
    return null;
  }
}
