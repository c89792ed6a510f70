// Draws long lists: only the visible rows are drawn.

/** The approximate maximum height of an element in browsers. */
const MOST_HEIGHT = 8_000_000;

class RowList {
  /** `draw(index)` makes the element of a row, `drawn()` follows each change; all rows are `height` pixels high. */
  constructor(box, height, draw, drawn) {
    Object.assign(this, { box, height, draw, drawn, count: 0 });
    this.lines = element("div", { class: "lines", role: "presentation" });
    this.space = element("div", { class: "space", role: "presentation" }, this.lines);
    box.append(this.space);
    let isDue = false;
    const later = () => {
      if (isDue) return;
      isDue = true;
      requestAnimationFrame(() => {
        isDue = false;
        this.render();
      });
    };
    box.addEventListener("scroll", later, { passive: true });
    new ResizeObserver(later).observe(box);
  }

  /** Sets the number of rows, and draws the visible ones again. */
  resize(count) {
    this.count = count;
    this.space.style.height = `${Math.min(count * this.height, MOST_HEIGHT)}px`;
    this.render();
  }

  /** The number of rows that are completely visible. */
  get room() {
    return Math.max(1, Math.floor(this.box.clientHeight / this.height));
  }

  /** The offset of the first visible pixel, in rows. */
  get top() {
    const all = this.count * this.height;
    if (all <= MOST_HEIGHT) return this.box.scrollTop / this.height;
    const way = MOST_HEIGHT - this.box.clientHeight;
    return way > 0 ? (this.box.scrollTop / way) * (this.count - this.room) : 0;
  }

  render() {
    const top = this.top;
    const first = Math.floor(top);
    const drawn = [];
    for (let index = first; index < Math.min(this.count, first + this.room + 2); index++) drawn.push(this.draw(index));
    this.lines.replaceChildren(...drawn);
    const at = this.count * this.height <= MOST_HEIGHT ? first * this.height : this.box.scrollTop - (top - first) * this.height;
    this.lines.style.transform = `translateY(${at}px)`;
    this.drawn();
  }

  /** Scrolls until a row is visible; to the top if the rows after it should be visible, too. */
  reveal(index, isAtTop = false) {
    const top = this.top;
    const isAbove = index < top;
    if (!isAbove && index + 1 <= top + this.box.clientHeight / this.height) return;
    const first = isAbove || isAtTop ? index - Math.min(2, index) : index - this.room + Math.min(3, this.room);
    const all = this.count * this.height;
    const way = MOST_HEIGHT - this.box.clientHeight;
    this.box.scrollTop = all <= MOST_HEIGHT ? first * this.height : (first / (this.count - this.room)) * way;
    this.render();
  }
}
