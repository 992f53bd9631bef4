/// The one script of the console. Pages work without it; with it, forms are answered in place, and what is tried has an address.
enum ConsoleScript {
    /// - A form with `data-answer` is answered in place: the part of the answer that the attribute selects replaces that of the
    ///   page. A button with `data-whole` sends it as browsers do.
    /// - A form with `data-live` is sent after each change, when nothing has changed for a moment.
    /// - A form with `data-state` has its fields filled in from the fragment of the address, and is then sent. What the answer
    ///   states as `data-state`, where secrets are masked, becomes the fragment; a fragment is never sent to a server.
    /// - A form with `data-keeps-state` leads to an address with the fragment of this one.
    /// - A link with `data-onward` is followed at once, with the fragment: to a page that asks from here, a browser gives the cookie
    ///   that it keeps from one that was led here.
    /// - A link with `data-outward` is followed at once, without the fragment: it leads to another host, which a form may not do.
    /// - What has `data-refresh` is replaced while the page is seen, and nothing in it has the focus: by what the stream at
    ///   `data-events` sends, or where there is none, by what its page has there, so many milliseconds later and again. A button
    ///   with `data-pauses` holds that up.
    /// - A file chosen with `data-fills` becomes the text of the field that it selects.
    /// - A button with `data-copies` copies the text of what it selects.
    static let text = """
        "use strict";
        (() => {
          const onward = document.querySelector("a[data-onward]");
          if (onward) return location.replace(onward.getAttribute("href") + location.hash);
          const outward = document.querySelector("a[data-outward]");
          if (outward) return location.replace(outward.href);
          const said = document.getElementById("said");
          const running = new WeakMap();

          const adopt = (answer) => {
            if (answer.dataset.state !== undefined)
              history.replaceState(null, "", answer.dataset.state ? "#" + answer.dataset.state : location.pathname);
            said.textContent = answer.dataset.said ?? "";
          };

          const send = async (form, submitter) => {
            running.get(form)?.abort();
            const controller = new AbortController();
            running.set(form, controller);
            const place = () => document.querySelector(form.dataset.answer);
            place().setAttribute("aria-busy", "true");
            try {
              const body = new URLSearchParams(new FormData(form, submitter));
              const response = await fetch(submitter?.getAttribute("formaction") ?? form.getAttribute("action"),
                { method: "POST", body, signal: controller.signal });
              // The session is over: the form to sign in was answered, and leads back here.
              if (response.redirected) return location.reload();
              const page = new DOMParser().parseFromString(await response.text(), "text/html");
              const answer = page.querySelector(form.dataset.answer);
              if (!answer) return form.submit();
              place().replaceWith(answer);
              adopt(answer);
            } catch (error) {
              if (error.name === "AbortError") return;
              said.textContent = "The daemon does not answer. Try again.";
              place().removeAttribute("aria-busy");
            }
          };

          const fill = (form) => {
            const state = new URLSearchParams(location.hash.slice(1));
            let filled = false;
            for (const [name, value] of state) {
              const field = form.elements.namedItem(name);
              if (!field || field.type === "hidden") continue;
              field.value = value;
              filled = true;
              field.closest("details")?.setAttribute("open", "");
            }
            return filled;
          };

          for (const form of document.querySelectorAll("form[data-answer]")) {
            form.addEventListener("submit", (event) => {
              if (event.submitter?.hasAttribute("data-whole")) return;
              event.preventDefault();
              send(form, event.submitter);
            });
            if (form.hasAttribute("data-live")) {
              let timer;
              form.addEventListener("input", () => {
                clearTimeout(timer);
                timer = setTimeout(() => { if (form.checkValidity()) send(form); }, 400);
              });
            }
            if (!form.hasAttribute("data-state")) continue;
            const answer = document.querySelector(form.dataset.answer);
            if (answer?.dataset.state) adopt(answer);
            else if (fill(form)) send(form);
            addEventListener("hashchange", () => { if (fill(form)) send(form); });
          }

          for (const form of document.querySelectorAll("form[data-keeps-state]"))
            if (location.hash) form.action = form.getAttribute("action") + location.hash;

          const changing = () => document.querySelector("[data-refresh]");
          const show = (text) => {
            const part = changing();
            if (part.dataset.held || part.contains(document.activeElement)) return;
            const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-refresh]");
            if (fresh) part.replaceWith(fresh);
          };
          const refresh = async () => {
            if (!document.hidden && !changing().dataset.held) try {
              const response = await fetch(location.href);
              if (response.redirected) return location.reload();
              show(await response.text());
            } catch {
              said.textContent = "The daemon does not answer.";
            }
            setTimeout(refresh, changing().dataset.refresh);
          };
          const listen = () => {
            let events, failures = 0;
            const begin = () => {
              events = new EventSource(changing().dataset.events);
              events.onopen = () => { failures = 0; };
              events.onmessage = (event) => show(event.data);
              events.onerror = () => {
                // Refused: the session is over, there are too many readers, or the connection is of HTTP/2.
                if (events.readyState === EventSource.CLOSED) {
                  document.removeEventListener("visibilitychange", turn);
                  return refresh();
                }
                // The first time it only begins again.
                if (++failures > 1) said.textContent = "The daemon does not answer.";
              };
            };
            // A browser has few connections to a host: what nobody sees holds none.
            const turn = () => {
              events?.close();
              events = undefined;
              if (!document.hidden) begin();
            };
            document.addEventListener("visibilitychange", turn);
            turn();
          };
          if (changing()?.dataset.events) listen();
          else if (changing()) setTimeout(refresh, changing().dataset.refresh);
          for (const button of document.querySelectorAll("[data-pauses]")) {
            button.hidden = false;
            button.addEventListener("click", () => {
              const part = changing();
              if (part.dataset.held) delete part.dataset.held; else part.dataset.held = "1";
              button.textContent = part.dataset.held ? "Go on" : "Pause";
            });
          }
          for (const field of document.querySelectorAll("input[data-fills]"))
            field.addEventListener("change", async () => {
              if (field.files[0]) document.querySelector(field.dataset.fills).value = await field.files[0].text();
            });

          document.addEventListener("click", async (event) => {
            const button = event.target.closest("[data-copies]");
            if (!button) return;
            const text = document.querySelector(button.dataset.copies).textContent;
            try {
              await navigator.clipboard.writeText(text);
              said.textContent = "Copied.";
              button.textContent = "Copied";
            } catch {
              said.textContent = "Select the text and copy it.";
            }
          });
        })();

        """
}
