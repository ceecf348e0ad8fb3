/// Replaces the content of the page with what the server sends.
///
/// The server draws everything. Elements that are focused, opened or scrolled stay so: only their content is
/// replaced.
enum LiveScript {
    static let text: StaticString = """
        "use strict";
        (() => {
          const bar = document.getElementById("live");
          const now = document.getElementById("now");
          const kept = "header,main,section,figure,details,.scroll,pre.command,[role=status]";
          const patch = (old, fresh) => {
            if (old.isEqualNode(fresh)) return;
            const isSame = old.tagName === fresh.tagName && old.id === fresh.id;
            if (!isSame || !old.matches(kept)) return old.replaceWith(fresh);
            for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
            const olds = Array.from(old.children);
            const news = Array.from(fresh.children);
            news.forEach((child, i) => (i < olds.length ? patch(olds[i], child) : old.append(child)));
            // The script's own buttons stay.
            olds.slice(news.length).forEach((child) => child.matches("button") || child.remove());
          };
          const take = (text) => {
            const fresh = new DOMParser().parseFromString(text, "text/html");
            for (const part of ["header", "#verdict", "main"]) {
              patch(document.querySelector(part), fresh.querySelector(part));
            }
            const verdict = document.getElementById("verdict").textContent.trim();
            const title = document.querySelector("h1").textContent;
            document.title = verdict ? `${verdict} · ${title}` : title;
            enliven();
          };
          const source = new EventSource("events");
          source.addEventListener("run", (event) => {
            if (event.data !== bar.dataset.run) location.reload();
          });
          source.addEventListener("now", (event) => {
            now.textContent = event.data;
          });
          source.addEventListener("figures", (event) => take(event.data));
          source.addEventListener("end", () => {
            source.close();
            bar.classList.add("over");
          });
          source.addEventListener("error", () => {
            now.textContent =
              source.readyState === EventSource.CLOSED
                ? "These figures are not renewed: the server refused. Load the page again."
                : "These figures are not renewed: the connection is lost. Trying again…";
          });
        })();
        """
}
