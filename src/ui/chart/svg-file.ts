/**
 * A drawn SVG as a file that stands on its own: colours, type and background written into it, since a file has no style
 * sheet and no theme.
 */

const TAKEN = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-size',
  'font-weight',
  'opacity',
] as const;

function writeStyles(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of TAKEN) {
    const value = style.getPropertyValue(name);
    if (value !== '' && value !== 'none' && value !== 'normal') to.setAttribute(name, value);
    else if (name === 'fill' && value === 'none') to.setAttribute(name, value);
  }
  to.removeAttribute('class');
  to.removeAttribute('style');
  for (const [i, child] of [...from.children].entries()) writeStyles(child, to.children[i]!);
}

/** `title` becomes the file's title for whoever reads it without seeing it. */
export function svgFile(svg: SVGSVGElement, title: string): Blob {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  writeStyles(svg, copy);
  const { width, height } = svg.viewBox.baseVal;
  const margin = 16;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('viewBox', `${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`);
  copy.setAttribute('width', String(width + 2 * margin));
  copy.setAttribute('height', String(height + 2 * margin));
  copy.setAttribute('font-family', getComputedStyle(svg).fontFamily);
  for (const name of ['tabindex', 'aria-label', 'aria-hidden', 'focusable']) copy.removeAttribute(name);
  const name = document.createElementNS('http://www.w3.org/2000/svg', 'title');
  name.textContent = title;
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [key, value] of Object.entries({
    x: -margin,
    y: -margin,
    width: width + 2 * margin,
    height: height + 2 * margin,
  })) {
    ground.setAttribute(key, String(value));
  }
  ground.setAttribute('fill', getComputedStyle(document.documentElement).backgroundColor);
  copy.prepend(name, ground);
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' });
}
