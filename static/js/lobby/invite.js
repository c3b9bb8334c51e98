/**
 * How others come in: code, link, QR code.
 */
import { el } from "../dom.js";
import { fill } from "../texts/words.js";

/** Where there is room for it, as phones scan it from a large screen, the QR code stands open. */
const WIDE = matchMedia("(min-width: 860px)");

/**
 * @param {HTMLInputElement} field
 * @param {HTMLElement} note
 */
async function copy(field, note) {
  field.select();
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else if (!document.execCommand("copy")) throw new Error("no clipboard");
    note.textContent = gettext("Copied.");
  } catch {
    note.textContent = gettext("Selected: copy it with your device’s own menu.");
  }
}

/**
 * @param {string} link
 * @param {string} code
 * @param {string} qr address of the picture
 * @returns {HTMLElement}
 */
export function invite(link, code, qr) {
  const field = /** @type {HTMLInputElement} */ (el("input", {
    class: "input", id: "invite-link", value: link, readonly: true, onfocus: () => field.select(),
  }));
  const note = el("p", { class: "small muted", role: "status" });
  const buttons = el("div", { class: "row" },
    el("button", { class: "button", type: "button", onclick: () => copy(field, note) }, gettext("Copy the link")));
  if (navigator.share) {
    buttons.append(el("button", {
      class: "button", type: "button",
      onclick: () => navigator.share({ title: "Color Clash", url: link }).catch(() => field.select()),
    }, gettext("Share")));
  }
  const spoken = fill(gettext("Room code: %(code)s"), { code: code.split("").join(" ") });
  return el("section", { class: "panel invite", "aria-labelledby": "invite-title" },
    el("h2", { id: "invite-title" }, gettext("Invite")),
    el("div", { class: "invite-code" },
      el("span", { class: "small muted", "aria-hidden": "true" }, gettext("Room code")),
      el("strong", { "aria-label": spoken, role: "img" }, code)),
    el("div", { class: "field" }, el("label", { for: "invite-link" }, gettext("Invitation link")), field),
    buttons, note,
    el("details", { open: WIDE.matches },
      el("summary", {}, gettext("QR code")),
      el("img", { class: "qr", src: qr, alt: gettext("QR code of the invitation link"), width: 240, height: 240, loading: "lazy" })));
}
