/// The only script of the console. Pages work without it; with it, forms update in place and tried links have an
/// address.
enum ConsoleScript {
    /// - A form with `data-answer` is submitted in place: the part of the response that the attribute selects replaces
    ///   that of the page. A button with `data-whole` submits it the ordinary way.
    /// - A form with `data-live` is submitted after each change, debounced.
    /// - A form with `data-state` is filled in from the URL fragment, then submitted. The `data-state` of the response,
    ///   with secrets masked, becomes the new fragment. Fragments are never sent to a server.
    /// - A form with `data-keeps-state` leads to a URL with the current fragment.
    /// - A link with `data-onward` is followed at once, keeping the fragment: browsers send `SameSite` cookies with a
    ///   navigation that starts on this page, not with a redirect from another site.
    /// - A link with `data-outward` is followed at once, without the fragment. It leads to another host, where the
    ///   policy allows no form submission.
    /// - An element with `data-refresh` is replaced while the page is visible and the element does not contain the
    ///   focus: with events from the stream at `data-events`, or else with its current content, fetched every
    ///   `data-refresh` milliseconds. A button with `data-pauses` pauses this.
    /// - A file chosen with `data-fills` becomes the text of the field that it selects.
    /// - The input that `data-field` of a response names is marked as invalid and focused.
    /// - Times in inputs and `time` elements are in UTC, and converted to the visitor's time zone and back.
    /// - A button with `data-copies` copies the text of the element that it selects.
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
            for (const field of document.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
            const field = answer.dataset.field && document.getElementById(answer.dataset.field);
            if (!field) return;
            field.setAttribute("aria-invalid", "true");
            field.closest("details")?.setAttribute("open", "");
            field.focus();
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
              // The session has ended: the response is the sign-in form, which leads back here.
              if (response.redirected) return location.reload();
              const page = new DOMParser().parseFromString(await response.text(), "text/html");
              const answer = page.querySelector(form.dataset.answer);
              if (!answer) return form.submit();
              place().replaceWith(answer);
              adopt(answer);
            } catch (error) {
              if (error.name === "AbortError") return;
              said.textContent = "The daemon is not responding. Try again.";
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

          // Browsers can't focus an invalid field that is folded.
          document.addEventListener("invalid", (event) => event.target.closest("details")?.setAttribute("open", ""), true);

          // Without its seconds if they are zero, as browsers write it.
          const written = (time) => time.toISOString().slice(0, 19).replace(/:00$/, "");
          const local = (time) => written(new Date(time - time.getTimezoneOffset() * 60000));
          for (const field of document.querySelectorAll("input[type=datetime-local]")) {
            const sent = field.getAttribute("value");
            const shown = sent && local(new Date(sent + "Z"));
            // Otherwise the browser has restored what was typed before a reload.
            if (field.value === sent) field.value = shown;
            field.labels[0].querySelector(".zone").textContent = `(${Intl.DateTimeFormat().resolvedOptions().timeZone})`;
            field.form.addEventListener("formdata", (event) => {
              const time = new Date(field.value);
              // An unchanged time is kept even if it is ambiguous here, when clocks are set back.
              if (field.value === shown) event.formData.set(field.name, sent);
              else if (!isNaN(time)) event.formData.set(field.name, written(time));
            });
          }
          for (const element of document.querySelectorAll("time[datetime]")) {
            element.title = element.textContent;
            element.textContent = new Date(element.dateTime).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
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
              said.textContent = "The daemon is not responding.";
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
                // Refused: the session has ended, there are too many readers, or the connection uses HTTP/2.
                if (events.readyState === EventSource.CLOSED) {
                  document.removeEventListener("visibilitychange", turn);
                  return refresh();
                }
                // The first failure only reconnects.
                if (++failures > 1) said.textContent = "The daemon is not responding.";
              };
            };
            // Browsers limit connections per host, so hidden pages hold none.
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
              button.textContent = part.dataset.held ? "Resume" : "Pause";
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
