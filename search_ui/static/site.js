// Comfort on top of pages that work without it: completions while typing, and keys to move about.
"use strict";
(() => {
  const WAIT_MS = 120;
  const COMPOSING = 229; // key code of everything typed into an input method
  const HAN = /[\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/;

  const isTyping = (event) =>
    event.isComposing || event.keyCode === COMPOSING || event.ctrlKey || event.altKey || event.metaKey;

  // The ARIA combobox with a list of completions: the focus stays in the field, and Enter sends what is in it.
  const complete = (input) => {
    const form = input.form;
    const list = document.createElement("ul");
    const live = document.createElement("p");
    list.id = `${input.id}-completions`;
    list.className = "completions";
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", form.querySelector("label").textContent);
    list.hidden = true;
    live.className = "unseen";
    live.setAttribute("role", "status");
    form.append(list, live);
    for (const [name, value] of [
      ["role", "combobox"],
      ["aria-autocomplete", "list"],
      ["aria-expanded", "false"],
      ["aria-controls", list.id],
    ]) input.setAttribute(name, value);

    let timer = 0;
    let asking = null;
    let chosen = -1;
    let typed = input.value;

    const close = () => {
      clearTimeout(timer);
      asking?.abort();
      list.hidden = true;
      chosen = -1;
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-activedescendant");
    };

    const choose = (at) => {
      const options = [...list.children];
      chosen = at;
      options.forEach((option, number) => option.setAttribute("aria-selected", String(number === at)));
      if (at < 0) {
        input.value = typed;
        input.removeAttribute("aria-activedescendant");
        return;
      }
      input.value = options[at].textContent;
      input.setAttribute("aria-activedescendant", options[at].id);
      options[at].scrollIntoView({ block: "nearest" });
    };

    const show = (texts) => {
      list.replaceChildren(
        ...texts.map((text, number) => {
          const option = document.createElement("li");
          option.id = `${list.id}-${number}`;
          option.dir = "auto";
          option.setAttribute("role", "option");
          option.setAttribute("aria-selected", "false");
          option.textContent = text;
          return option;
        }),
      );
      chosen = -1;
      list.hidden = texts.length === 0;
      input.setAttribute("aria-expanded", String(!list.hidden));
      input.removeAttribute("aria-activedescendant");
      const said = texts.length === 1 ? input.dataset.one : input.dataset.other;
      live.textContent = texts.length ? said.replace("{n}", texts.length) : "";
    };

    const ask = async () => {
      asking?.abort();
      asking = new AbortController();
      const query = typed;
      try {
        const answer = await fetch(`${input.dataset.suggest}?q=${encodeURIComponent(query)}`, {
          signal: asking.signal,
          credentials: "omit",
        });
        const [, texts] = await answer.json();
        if (query === typed && document.activeElement === input) show(texts);
      } catch {
        // late, or the site is away: there is simply no list
      }
    };

    const changed = () => {
      typed = input.value;
      close();
      const text = typed.trim();
      if (text.length >= (HAN.test(text) ? 1 : 2)) timer = setTimeout(ask, WAIT_MS);
      else live.textContent = "";
    };

    input.addEventListener("input", (event) => {
      if (!event.isComposing) changed();
    });
    input.addEventListener("compositionstart", close);
    input.addEventListener("compositionend", changed);
    input.addEventListener("blur", close);
    input.addEventListener("keydown", (event) => {
      if (isTyping(event)) return;
      const count = list.hidden ? 0 : list.children.length;
      if (event.key === "Escape" && count) {
        event.preventDefault();
        choose(-1);
        close();
      } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && count) {
        event.preventDefault();
        const step = event.key === "ArrowDown" ? 1 : -1;
        choose(((chosen + 1 + step + count + 1) % (count + 1)) - 1);
      }
    });
    form.addEventListener("submit", (event) => {
      if (form.dataset.composing === "yes") event.preventDefault(); // half a word
    });
    input.addEventListener("compositionstart", () => (form.dataset.composing = "yes"));
    input.addEventListener("compositionend", () => delete form.dataset.composing);
    list.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
    list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (!option) return;
      input.value = option.textContent;
      close();
      form.requestSubmit();
    });
  };
  document.querySelectorAll("input[data-suggest]").forEach(complete);

  // Keys, never while something is typed: / to the box, j and k through the results, n and p through the pages.
  const move = (step) => {
    const links = [...document.querySelectorAll(".results article h2 a")];
    const at = links.findIndex((link) => link.closest("article").contains(document.activeElement));
    const next = links[at < 0 ? (step > 0 ? 0 : links.length - 1) : at + step];
    next?.focus();
    return Boolean(next);
  };
  const follow = (selector) => {
    const link = document.querySelector(selector);
    link?.click();
    return Boolean(link);
  };
  const keys = {
    "/": () => {
      const box = document.querySelector("#q");
      box?.focus();
      box?.select();
      return Boolean(box);
    },
    j: () => move(1),
    k: () => move(-1),
    n: () => follow(".paging [rel=next]"),
    p: () => follow(".paging [rel=prev]"),
  };
  // Keys can be switched off on the help page; the choice stays in this browser.
  const areKeysOff = () => {
    try {
      return localStorage.getItem("keys") === "off";
    } catch {
      return false; // storage is forbidden
    }
  };
  const keySwitch = document.querySelector("button[data-keys]");
  if (keySwitch) {
    const say = () => (keySwitch.textContent = areKeysOff() ? keySwitch.dataset.noKeys : keySwitch.dataset.keys);
    keySwitch.addEventListener("click", () => {
      localStorage.setItem("keys", areKeysOff() ? "on" : "off");
      say();
    });
    say();
    keySwitch.parentElement.hidden = false;
  }
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isTyping(event) || areKeysOff()) return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    if (keys[event.key]?.()) event.preventDefault();
  });
})();
