// Comfort for the admin pages: figures that renew themselves, and keys for labels. All works without it.
"use strict";
(() => {
  const EVERY_MS = 5000;

  const renew = async () => {
    const moving = document.querySelector("[data-moving=yes]");
    if (!moving || document.hidden) return;
    let fresh;
    try {
      const answer = await fetch(location.href, { credentials: "same-origin", redirect: "error" });
      if (!answer.ok) return;
      fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      return; // the site is away for a moment
    }
    for (const old of document.querySelectorAll("[data-live]")) {
      const next = fresh.querySelector(`[data-live="${old.dataset.live}"]`);
      if (!next || old.innerHTML === next.innerHTML || old.contains(document.activeElement)) continue;
      for (const open of old.querySelectorAll("details[open][id]")) {
        next.querySelector(`#${open.id}`)?.setAttribute("open", "");
      }
      old.replaceWith(next);
    }
  };
  setInterval(renew, EVERY_MS);

  // y, n and s act on the page that has the focus, never while typing or composing.
  const queue = document.querySelector("[data-keys=labels]");
  if (queue) {
    queue.querySelector("article")?.focus({ preventScroll: true });
    queue.addEventListener("keydown", (event) => {
      if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.altKey || event.metaKey) return;
      const article = event.target.closest("article");
      if (!article || event.target.closest("input, textarea, select")) return;
      const articles = [...queue.querySelectorAll("article")];
      const next = articles[articles.indexOf(article) + 1] ?? articles[0];
      if (event.key === "y" || event.key === "n") {
        event.preventDefault();
        article.querySelector(`button[value="${event.key === "y" ? "yes" : "no"}"]`)?.click();
      } else if (event.key === "s") {
        event.preventDefault();
        next.focus();
      }
    });
  }
})();
