/** One text on the page, with what WCAG 2.2 (1.4.3) asks of it. */
export interface TextContrast {
  text: string;
  /** From 1 to 21. */
  ratio: number;
  /** 3 for large text, else 4.5. */
  wanted: number;
}

/**
 * The contrast of every text on the page with what is painted behind it, from computed styles. Runs inside the page,
 * so it uses nothing from outside its own body. It knows colours only: the page has no images or gradients behind text,
 * and it throws where it meets one.
 */
export function textContrasts(): TextContrast[] {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no canvas");

  /** Any CSS colour as red, green, blue (0 to 255) and alpha (0 to 1), by painting it. */
  const read = (color: string): [number, number, number, number] => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = context.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };

  const backgroundOf = (element: Element): [number, number, number] => {
    const layers: [number, number, number, number][] = [];
    for (let at: Element | null = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none")
        throw new Error(`an image is behind text: ${at.outerHTML.slice(0, 80)}`);
      if (style.opacity !== "1") throw new Error(`text is see-through: ${at.outerHTML.slice(0, 80)}`);
      const layer = read(style.backgroundColor);
      layers.push(layer);
      if (layer[3] === 1) break;
    }
    let under: [number, number, number] = [255, 255, 255];
    for (const [r, g, b, a] of layers.reverse())
      under = [r * a + under[0] * (1 - a), g * a + under[1] * (1 - a), b * a + under[2] * (1 - a)];
    return under;
  };

  /** WCAG's relative luminance. */
  const luminance = ([r, g, b]: [number, number, number]): number => {
    const linear = (channel: number): number => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  };

  const found: TextContrast[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent?.trim() ?? "";
    const element = walker.currentNode.parentElement;
    if (!text || !element || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const background = backgroundOf(element);
    const [r, g, b, a] = read(style.color);
    const mixed = (channel: number, under: number): number => channel * a + under * (1 - a);
    const front = luminance([mixed(r, background[0]), mixed(g, background[1]), mixed(b, background[2])]);
    const behind = luminance(background);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    found.push({
      text: text.slice(0, 60),
      ratio: (Math.max(front, behind) + 0.05) / (Math.min(front, behind) + 0.05),
      wanted: isLarge ? 3 : 4.5,
    });
  }
  return found;
}
