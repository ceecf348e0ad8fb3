// Returns the problems of the page as currently shown, as a list of sentences.
() => {
  const findings = [];
  const width = document.documentElement.clientWidth;
  const name = (element) => {
    const id = element.closest("[id]");
    const kind = element.getAttribute("class") || "";
    const text = element.textContent.trim().replace(/\s+/g, " ").slice(0, 60);
    return `<${element.tagName.toLowerCase()} class="${kind}"> in #${id ? id.id : ""} ("${text}")`;
  };
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });

  const reaches = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.right > width + 1;
  };

  // Elements with horizontal scrolling. Only tables of all figures may have it, inside collapsed details.
  if (document.documentElement.scrollWidth > width) {
    findings.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  }
  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest("details, .skip, .patterns") || !isShown(element)) continue;
    if (reaches(element) && !reaches(element.parentElement)) {
      const edge = Math.round(element.getBoundingClientRect().right);
      findings.push(`${name(element)} reaches to ${edge} px`);
    }
    const style = getComputedStyle(element);
    if (style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1) {
      findings.push(`${name(element)} scrolls horizontally: ${element.scrollWidth} px`);
    }
  }

  // Overlapping texts of a chart, and texts that are too small to read.
  for (const svg of document.querySelectorAll("figure .chart > svg")) {
    if (!isShown(svg)) continue;
    const frame = svg.closest("figure").getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")]
      .map((text) => [text, text.getBoundingClientRect()])
      .filter(([, box]) => box.width > 0);
    texts.forEach(([text, box], i) => {
      if (box.left < frame.left - 1 || box.right > frame.right + 1) {
        findings.push(`${name(text)} is cut`);
      }
      if (box.height < 9) findings.push(`${name(text)} is ${box.height.toFixed(1)} px high`);
      for (const [other, place] of texts.slice(i + 1)) {
        const across = Math.min(box.right, place.right) - Math.max(box.left, place.left);
        const down = Math.min(box.bottom, place.bottom) - Math.max(box.top, place.top);
        if (across > 1 && down > 3) findings.push(`${name(text)} overlaps ${name(other)}`);
      }
    });
  }

  // Contrast by WCAG 2.2; collapsed details are opened for it.
  const closed = [...document.querySelectorAll("details:not([open])")];
  for (const details of closed) details.open = true;
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const color = (text) => {
    if (!known.has(text)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = "#000";
      pen.fillStyle = text;
      pen.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
      known.set(text, [r, g, b, a / 255]);
    }
    return known.get(text);
  };
  const over = (top, below) => top.slice(0, 3).map((part, i) => part * top[3] + below[i] * (1 - top[3]));
  const light = (rgb) => {
    const [r, g, b] = rgb.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paper = getComputedStyle(document.documentElement).colorScheme.includes("dark")
    && matchMedia("(prefers-color-scheme:dark)").matches ? [18, 18, 18] : [255, 255, 255];
  const behind = (element, x, y) => {
    const layers = document.elementsFromPoint(x, y);
    const own = layers.findIndex((layer) => layer === element || element.contains(layer));
    const below = own < 0 ? [] : layers.slice(own);
    return below.reverse().reduce((sum, layer) => {
      const style = getComputedStyle(layer);
      const isShape = layer instanceof SVGGeometryElement;
      if (layer === element && layer instanceof SVGElement) return sum;
      if (isShape && !style.fill.startsWith("rgb")) return sum;
      const [r, g, b, a] = color(isShape ? style.fill : style.backgroundColor);
      return over([r, g, b, a * (isShape ? Number(style.fillOpacity) : 1)], sum);
    }, paper);
  };
  const seen = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("script, style, title, desc, .skip")) continue;
    if (!isShown(element)) continue;
    const style = getComputedStyle(element);
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getClientRects()[0] || element.getBoundingClientRect();
    if (!box || box.width === 0) continue;
    // All texts of a table look alike.
    const key = `${element.tagName} ${element.getAttribute("class")} ${style.color} ${style.fill}`
      + element.parentElement.getAttribute("class");
    if (element.closest("tbody, tip") && seen.has(key)) continue;
    seen.add(key);
    const back = behind(element, box.left + Math.min(box.width, 8) / 2, box.top + box.height / 2);
    const front = over(color(element instanceof SVGElement ? style.fill : style.color), back);
    const [high, low] = [light(front), light(back)].sort((a, b) => b - a);
    const contrast = (high + 0.05) / (low + 0.05);
    if (contrast < 4.5) findings.push(`${name(element)} has a contrast of ${contrast.toFixed(2)}:1`);
  }
  for (const details of closed) details.open = false;
  return [...new Set(findings)];
}
