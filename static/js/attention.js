/**
 * "Your turn" in the page's title and icon, for a page in the background.
 */
import { find } from "./dom.js";
import { fill } from "./texts/words.js";

export class Attention {
  constructor() {
    this.icon = find('link[rel="icon"]');
    this.title = document.title;
    this.on = false;
  }

  /** @param {boolean} yours */
  turn(yours) {
    if (yours === this.on) return;
    this.on = yours;
    document.title = yours ? fill(gettext("Your turn · %(title)s"), { title: this.title }) : this.title;
    this.icon.setAttribute("href", (yours ? document.body.dataset.iconTurn : document.body.dataset.icon) ?? "");
  }
}
