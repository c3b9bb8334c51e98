/**
 * What does not fit on the page: wider than the window, or cut off without a sign of it.
 *
 * @returns {string[]}
 */
() => {
  const found = [];
  /** What the mark of a choice takes beside its words. */
  const ARROW = 18;
  const width = document.documentElement.clientWidth;
  const whole = document.scrollingElement.scrollWidth;
  const named = (node) => `${node.tagName} ${node.className} "${node.textContent.trim().slice(0, 30)}"`;

  /** Whatever sticks out of a part that scrolls or clips is that part's business. */
  const within = (node) => {
    for (let up = node.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflowX !== "visible") return true;
    }
    return false;
  };

  if (whole > width) found.push(`the page is ${whole} wide`);
  for (const node of document.body.querySelectorAll("*")) {
    if (!node.checkVisibility({ opacityProperty: true }) || node.closest(".unseen, .skip-link, svg *")) continue;
    const box = node.getBoundingClientRect();
    if (box.width && !within(node) && (box.right > width + 1 || box.left < -1)) found.push(named(node));
  }
  for (const node of document.querySelectorAll("button, h1, h2, p, .own-bar")) {
    if (!node.checkVisibility() || node.closest(".unseen, .skip-link")) continue;
    const { overflowX, textOverflow } = getComputedStyle(node);
    const clips = ["hidden", "clip"].includes(overflowX) && textOverflow !== "ellipsis";
    const bursts = overflowX === "visible" && node.matches(".choice");
    if ((clips || bursts) && node.scrollWidth > node.clientWidth + 1) found.push(`cut off: ${named(node)}`);
  }
  const pen = document.createElement("canvas").getContext("2d");
  for (const select of document.querySelectorAll("select")) {
    if (!select.checkVisibility()) continue;
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - ARROW;
    pen.font = font;
    for (const { text } of select.options) if (pen.measureText(text.trim()).width > room) found.push(`cut off in a choice: ${text}`);
  }
  return found;
}
