/// Comfort for those who have scripts switched on: figures under the pointer, and a button that copies
/// the command line.
enum PageScript {
    static let text: StaticString = """
        "use strict";
        (() => {
          const tip = document.createElement("div");
          tip.className = "tip";
          tip.hidden = true;
          tip.setAttribute("aria-hidden", "true");
          document.body.append(tip);
          const add = (parent, name, text) => {
            const child = document.createElement(name);
            child.textContent = text;
            parent.append(child);
          };
          const show = (row, titles, x, y) => {
            tip.replaceChildren();
            const cells = Array.from(row.cells, (cell) => cell.textContent);
            add(tip, "b", cells[0]);
            const list = document.createElement("dl");
            for (let i = 1; i < cells.length; i++) {
              add(list, "dt", titles[i]);
              add(list, "dd", cells[i]);
            }
            tip.append(list);
            tip.hidden = false;
            const left = x + 16 + tip.offsetWidth > innerWidth ? x - 16 - tip.offsetWidth : x + 16;
            tip.style.left = Math.max(left, 4) + "px";
            tip.style.top = Math.max(Math.min(y + 12, innerHeight - tip.offsetHeight - 8), 4) + "px";
          };
          const enliven = (figure) => {
            const svg = figure.querySelector(".chart svg");
            const title = svg && svg.querySelector("title");
            if (title) {
              // Browsers show a title as a tip of their own, on top of the one here.
              svg.setAttribute("aria-label", title.textContent);
              svg.setAttribute("aria-describedby", svg.querySelector("desc").id);
              svg.removeAttribute("aria-labelledby");
              title.remove();
            }
            const rows = figure.querySelectorAll("tbody tr[data-x]");
            if (!svg || rows.length === 0) return;
            const titles = Array.from(figure.querySelectorAll("thead th"), (th) => th.textContent);
            const places = Array.from(rows, (row) => Number(row.dataset.x));
            const cursor = document.createElementNS("http://www.w3.org/2000/svg", "line");
            cursor.setAttribute("class", "cursor");
            cursor.setAttribute("y1", figure.dataset.top);
            cursor.setAttribute("y2", figure.dataset.bottom);
            const hide = () => {
              tip.hidden = true;
              cursor.remove();
            };
            svg.addEventListener("pointerleave", hide);
            svg.addEventListener("pointermove", (event) => {
              const box = svg.getBoundingClientRect();
              const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
              if (x < figure.dataset.left - 4 || x > Number(figure.dataset.right) + 4) return hide();
              let best = 0;
              places.forEach((place, i) => {
                if (Math.abs(place - x) < Math.abs(places[best] - x)) best = i;
              });
              cursor.setAttribute("x1", places[best]);
              cursor.setAttribute("x2", places[best]);
              svg.append(cursor);
              show(rows[best], titles, event.clientX, event.clientY);
            });
          };
          document.querySelectorAll("figure[data-left]").forEach(enliven);
          document.querySelectorAll("pre.command").forEach((block) => {
            if (!navigator.clipboard) return;
            const button = document.createElement("button");
            button.type = "button";
            button.textContent = "Copy";
            button.addEventListener("click", async () => {
              await navigator.clipboard.writeText(block.querySelector("code").textContent);
              button.textContent = "Copied";
            });
            block.append(button);
          });
        })();
        """
}
