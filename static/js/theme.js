/* Before the first paint: the appearance chosen in this browser. Then: the switch for it. */
(function () {
  "use strict";
  var KEY = "appearance";
  var ORDER = ["device", "light", "dark"];
  var root = document.documentElement;

  function chosen() {
    try {
      var value = localStorage.getItem(KEY);
      return ORDER.indexOf(value) > 0 ? value : "device";
    } catch (refused) {
      return "device";
    }
  }

  function apply(value) {
    if (value === "device") delete root.dataset.theme;
    else root.dataset.theme = value;
    document.querySelectorAll("[data-appearance]").forEach(function (button) {
      button.hidden = false;
      button.querySelector("[data-now]").textContent = button.dataset[value];
    });
  }

  function next() {
    var value = ORDER[(ORDER.indexOf(chosen()) + 1) % ORDER.length];
    try {
      localStorage.setItem(KEY, value);
    } catch (refused) {
      root.dataset.unsaved = value;
    }
    apply(value);
  }

  apply(chosen());
  document.addEventListener("DOMContentLoaded", function () {
    apply(chosen());
    document.addEventListener("click", function (event) {
      if (event.target.closest("[data-appearance]")) next();
    });
  });
})();
