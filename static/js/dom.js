/**
 * Making and refreshing parts of the page without HTML strings: every text enters as a text node.
 */

/** @typedef {Node | string | null | undefined | false} Child */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} node
 * @param {Record<string, unknown>} attributes `on…` functions become listeners, `null` and `false` are left out
 */
function dress(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") {
      node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * @param {string} name
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  dress(node, attributes);
  node.append(...present(children));
  return node;
}

/**
 * @param {string} name
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  dress(node, attributes);
  node.append(...present(children));
  return node;
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function present(children) {
  return /** @type {(Node | string)[]} */ (children.flat().filter((child) => child || child === ""));
}

/**
 * Make the children of `parent` show `items` in their order, keeping the elements of items that stay,
 * so that a press or the focus on one of them survives the refresh.
 *
 * @template T
 * @param {Element} parent
 * @param {T[]} items
 * @param {(item: T) => string} key
 * @param {(item: T) => HTMLElement} make
 * @param {(node: HTMLElement, item: T, index: number) => void} update
 */
export function keyed(parent, items, key, make, update) {
  const standing = new Map();
  for (const node of /** @type {Iterable<HTMLElement>} */ (parent.children)) standing.set(node.dataset.key, node);
  const wanted = items.map((item) => {
    const name = key(item);
    const node = standing.get(name) ?? make(item);
    node.dataset.key = name;
    standing.delete(name);
    return node;
  });
  for (const node of standing.values()) node.remove();
  wanted.forEach((node, index) => {
    if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] ?? null);
    update(node, items[index], index);
  });
}

/**
 * @param {Element} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * @param {Element} node
 * @param {Record<string, string | number | boolean | null>} attributes `null` and `false` remove
 */
export function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {T}
 */
export function find(selector, root = document) {
  const node = root.querySelector(selector);
  if (!node) throw new Error(`nothing on this page matches ${selector}`);
  return /** @type {T} */ (node);
}
