// The graph below the table: what each side may expect to be ahead by when the deal ends, with a mark at every mistake.
const Graph = (() => {
  const HEIGHT = 130, LEFT = 44, RIGHT = 10, TOP = 10, BOTTOM = 20;
  const COLOURS = ["var(--accent)", "var(--text-diamonds)", "var(--text-clubs)", "var(--text-hearts)"];
  const ABOUT = 5;  // about so many lines across

  function draw(name, attributes, ...children) {
    const found = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, String(value));
    found.append(...children);
    return found;
  }

  /** The lines of an animation: one for each side. Two sides need only one line, because one loses what the other gains. */
  function lines(animation) {
    const two = animation.sides.length === 2;
    const found = animation.sides.slice(0, two ? 1 : undefined).map(() => []);
    for (const one of animation.judged) {
      if (two) found[0].push([one.at, one.side ? -one.outlook : one.outlook, one]);
      else found[one.side].push([one.at, one.outlook, one]);
    }
    return found;
  }

  /** Round values from the least to the greatest, about as many as asked. */
  function ticks(low, high, about) {
    const rough = (high - low) / about || 1;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find(one => one * power >= rough);
    const first = Math.ceil(low / step);
    const last = Math.floor(high / step);
    return Array.from({length: last - first + 1}, (_, at) => (first + at) * step);
  }

  function number(value) {
    return String(Number(value.toPrecision(6))).replace("-", "−");
  }

  /** The first frame of each deal. */
  function deals(animation) {
    const found = [];
    animation.frames.forEach(({scene}, at) => { if (scene.deal) found.push([at, scene.deal]); });
    return found;
  }

  /**
   * Draws the graph of an animation, or hides it if the animation was not judged. `go(step)` shows a step. Returns a
   * function that marks a step.
   */
  function show(root, animation, address, go) {
    root.replaceChildren();
    root.hidden = !animation.judged || !animation.judged.length;
    if (root.hidden) return () => {};
    const all = lines(animation);
    const values = [0, ...all.flat().map(point => point[1])];
    const low = Math.min(...values), high = Math.max(...values);
    const mistakes = animation.judged.filter(one => one.mistake);
    const two = animation.sides.length === 2;
    const who = two ? animation.sides[0] : "each side";
    const said = `What ${who} may expect to be ahead by when the deal ends, from ${number(Number(low.toFixed(1)))} to ${number(Number(high.toFixed(1)))} points; `
      + (mistakes.length === 1 ? "1 clear mistake is marked" : `${mistakes.length} clear mistakes are marked`);
    const value = document.createElement("p");
    value.className = "value";
    const caption = document.createElement("p");
    caption.textContent = `${said}.`;
    let at = 0;
    let here = null;
    let across = () => 0;
    const mark = step => {
      at = step;
      here.setAttribute("x1", across(step));
      here.setAttribute("x2", across(step));
      const latest = all.map(line => line.findLast(point => point[0] <= step)).filter(Boolean);
      value.textContent = latest.map(([, found, one]) => `${two ? who : animation.sides[one.side]} ${found > 0 ? "+" : ""}${number(Number(found.toFixed(2)))}`).join(", ");
    };
    const plot = () => {
      const width = Math.max(240, root.clientWidth || 600);
      const last = Math.max(1, animation.frames.length - 1);
      across = step => (LEFT + (width - LEFT - RIGHT) * step / last).toFixed(1);
      const y = found => (TOP + (HEIGHT - TOP - BOTTOM) * (high - found) / (high - low || 1)).toFixed(1);
      const svg = draw("svg", {viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "group", "aria-label": said});
      for (const tick of ticks(low, high, ABOUT)) {
        svg.append(draw("line", {x1: LEFT, x2: width - RIGHT, y1: y(tick), y2: y(tick), class: tick ? "tick" : "zero"}));
        svg.append(draw("text", {x: LEFT - 6, y: Number(y(tick)) + 4, class: "axis", "text-anchor": "end"}, number(tick)));
      }
      for (const [step, deal] of deals(animation)) {
        svg.append(draw("line", {x1: across(step), x2: across(step), y1: TOP, y2: HEIGHT - BOTTOM, class: "tick"}));
        svg.append(draw("text", {x: across(step), y: HEIGHT - 6, class: "axis"}, `deal ${deal}`));
      }
      all.forEach((line, side) => {
        const points = line.map(([step, found]) => `${across(step)},${y(found)}`).join(" ");
        svg.append(draw("polyline", {points, class: "outlook", stroke: COLOURS[side % COLOURS.length]}));
      });
      for (const [step, found, one] of all.flat()) {
        const text = `Step ${step + 1}: ${number(Number(found.toFixed(2)))}${one.cost ? `; ${one.cost}` : ""}`;
        const dot = draw("circle", {cx: across(step), cy: y(found), r: one.mistake ? 5 : 3, class: one.mistake ? "mistake" : "point"});
        if (!one.mistake) {
          svg.append(draw("g", {}, draw("title", {}, text), dot));
          continue;
        }
        const link = draw("a", {href: address(step), "aria-label": text});
        link.append(draw("title", {}, text), dot);
        link.addEventListener("click", event => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();  // the page would be made anew, without what the judge said
          go(step);
        });
        svg.append(link);
      }
      here = draw("line", {y1: 0, y2: HEIGHT - BOTTOM, class: "here"});
      svg.append(here);
      root.replaceChildren(svg, value, caption);
      mark(at);
    };
    plot();
    let drawn = root.clientWidth;
    new ResizeObserver(() => {
      if (!root.isConnected || root.clientWidth === drawn) return;
      drawn = root.clientWidth;
      plot();
    }).observe(root);
    return step => mark(step);
  }

  return {show, ticks};
})();
