/// Optional scripts: figures at the pointer, and a button that copies the command line.
enum PageScript {
    static let text: StaticString = """
        "use strict";
        const enliven = (() => {
          const tip = document.createElement("div");
          tip.className = "tip";
          tip.hidden = true;
          tip.setAttribute("aria-hidden", "true");
          document.body.append(tip);
          const cursor = document.createElementNS("http://www.w3.org/2000/svg", "line");
          cursor.setAttribute("class", "cursor");
          const known = new WeakSet();
          let pointed = null;
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
          const hide = () => {
            pointed = null;
            tip.hidden = true;
            cursor.remove();
          };
          const point = (figure, clientX, clientY) => {
            const svg = figure.querySelector(".chart > svg");
            const rows = figure.querySelectorAll("tbody tr[data-x]");
            const box = svg.getBoundingClientRect();
            const fields = svg.querySelector(".fields");
            const width = fields.viewBox.baseVal.width;
            const x = ((clientX - box.left) / box.width) * width;
            if (rows.length === 0 || x < -4 || x > width + 4) return hide();
            const places = Array.from(rows, (row) => Number(row.dataset.x));
            let best = 0;
            places.forEach((place, i) => {
              if (Math.abs(place - x) < Math.abs(places[best] - x)) best = i;
            });
            cursor.setAttribute("y1", figure.dataset.top);
            cursor.setAttribute("y2", figure.dataset.bottom);
            cursor.setAttribute("x1", places[best]);
            cursor.setAttribute("x2", places[best]);
            fields.append(cursor);
            const titles = Array.from(figure.querySelectorAll("thead th"), (th) => th.textContent);
            show(rows[best], titles, clientX, clientY);
            pointed = () => point(figure, clientX, clientY);
          };
          const watch = (figure) => {
            const chart = figure.querySelector(".chart");
            const svg = chart && chart.querySelector(":scope > svg");
            if (!svg) return;
            const title = svg.querySelector(":scope > title");
            if (title) {
              // Browsers show a title as a tip of their own, on top of the one here.
              svg.setAttribute("aria-label", title.textContent);
              svg.setAttribute("aria-describedby", svg.querySelector("desc").id);
              svg.removeAttribute("aria-labelledby");
              title.remove();
            }
            if (known.has(chart)) return;
            known.add(chart);
            chart.addEventListener("pointerleave", hide);
            chart.addEventListener("pointermove", (event) => {
              point(figure, event.clientX, event.clientY);
            });
          };
          const addCopy = (block) => {
            if (!navigator.clipboard || block.querySelector("button")) return;
            const button = document.createElement("button");
            button.type = "button";
            button.textContent = "Copy";
            button.addEventListener("click", async () => {
              await navigator.clipboard.writeText(block.querySelector("code").textContent);
              button.textContent = "Copied";
            });
            block.append(button);
          };
          return () => {
            document.querySelectorAll("figure[data-top]").forEach(watch);
            document.querySelectorAll("pre.command").forEach(addCopy);
            if (pointed) pointed();
          };
        })();
        enliven();
        """
}
