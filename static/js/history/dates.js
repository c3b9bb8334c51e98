/**
 * Times as they stand on the page are those of Greenwich; here they become those of the reader's own clock.
 */

const language = document.documentElement.lang;
const forms = {
  date: new Intl.DateTimeFormat(language, { dateStyle: "long" }),
  moment: new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" }),
  time: new Intl.DateTimeFormat(language, { timeStyle: "short" }),
};

for (const node of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-form]"))) {
  const form = forms[/** @type {keyof typeof forms} */ (node.dataset.form)];
  if (form) node.textContent = form.format(new Date(node.dateTime));
}
