/**
 * Names of those who have given none, or have none any more: they come as codes and are shown in the reader's language.
 */

/** What a coded name begins with: a letter of private use, which no typed name may hold. */
const MARK = "\ue000";

/** @type {Record<string, () => string>} */
const ANIMALS = {
  badger: () => pgettext("animal", "Badger"),
  bear: () => pgettext("animal", "Bear"),
  beaver: () => pgettext("animal", "Beaver"),
  bison: () => pgettext("animal", "Bison"),
  camel: () => pgettext("animal", "Camel"),
  cat: () => pgettext("animal", "Cat"),
  deer: () => pgettext("animal", "Deer"),
  dolphin: () => pgettext("animal", "Dolphin"),
  eagle: () => pgettext("animal", "Eagle"),
  falcon: () => pgettext("animal", "Falcon"),
  fox: () => pgettext("animal", "Fox"),
  frog: () => pgettext("animal", "Frog"),
  giraffe: () => pgettext("animal", "Giraffe"),
  hare: () => pgettext("animal", "Hare"),
  hedgehog: () => pgettext("animal", "Hedgehog"),
  heron: () => pgettext("animal", "Heron"),
  horse: () => pgettext("animal", "Horse"),
  kangaroo: () => pgettext("animal", "Kangaroo"),
  koala: () => pgettext("animal", "Koala"),
  lynx: () => pgettext("animal", "Lynx"),
  marmot: () => pgettext("animal", "Marmot"),
  otter: () => pgettext("animal", "Otter"),
  owl: () => pgettext("animal", "Owl"),
  panda: () => pgettext("animal", "Panda"),
  penguin: () => pgettext("animal", "Penguin"),
  raven: () => pgettext("animal", "Raven"),
  seal: () => pgettext("animal", "Seal"),
  squirrel: () => pgettext("animal", "Squirrel"),
  swan: () => pgettext("animal", "Swan"),
  tiger: () => pgettext("animal", "Tiger"),
  turtle: () => pgettext("animal", "Turtle"),
  wolf: () => pgettext("animal", "Wolf"),
  former: () => gettext("former player"),
};

/**
 * @param {string} name as it comes over the wire
 * @returns {string} as the reader sees it
 */
export function shownName(name) {
  if (!name.startsWith(MARK)) return name;
  const [code, ...number] = name.slice(MARK.length).split(" ");
  return [ANIMALS[code]?.() ?? code, ...number].join(" ");
}
