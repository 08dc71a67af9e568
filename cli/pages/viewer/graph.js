// The graph below the table: the expected lead of each side at the end of the deal, with a mark at every mistake.
const Graph = (() => {
  const WIDTH = 600, HEIGHT = 90, EDGE = 6;
  const COLOURS = ["var(--accent)", "var(--text-diamonds)", "var(--text-clubs)", "var(--text-hearts)"];

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

  /** Draws the graph of an animation, or hides it if the animation was not judged. Returns a function that marks a step. */
  function show(root, animation, address) {
    root.replaceChildren();
    root.hidden = !animation.judged || !animation.judged.length;
    if (root.hidden) return () => {};
    const all = lines(animation);
    const values = [0, ...all.flat().map(point => point[1])];
    const low = Math.min(...values), high = Math.max(...values);
    const x = at => EDGE + (WIDTH - 2 * EDGE) * at / Math.max(1, animation.pictures.length - 1);
    const y = value => HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (value - low) / (high - low || 1);
    const mistakes = animation.judged.filter(one => one.mistake);
    const who = animation.sides.length === 2 ? animation.sides[0] : "each side";
    const said = `What ${who} may expect to be ahead by when the deal ends, from ${low.toFixed(1)} to ${high.toFixed(1)} points; `
      + (mistakes.length === 1 ? "1 clear mistake is marked" : `${mistakes.length} clear mistakes are marked`);
    const svg = draw("svg", {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": said});
    svg.append(draw("line", {x1: EDGE, x2: WIDTH - EDGE, y1: y(0), y2: y(0), class: "zero"}));
    all.forEach((line, side) => {
      const points = line.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
      svg.append(draw("polyline", {points, class: "outlook", stroke: COLOURS[side % COLOURS.length]}));
    });
    for (const [at, value, one] of all.flat().filter(point => point[2].mistake)) {
      const link = draw("a", {href: address(at), "aria-label": `Step ${at + 1}: ${one.cost}`});
      link.append(draw("title", {}, `Step ${at + 1}: ${one.cost}`), draw("circle", {cx: x(at), cy: y(value), r: 5, class: "mistake"}));
      svg.append(link);
    }
    const here = draw("line", {y1: 0, y2: HEIGHT, class: "here"});
    svg.append(here);
    const caption = document.createElement("p");
    caption.textContent = said + ".";
    root.append(svg, caption);
    return at => {
      here.setAttribute("x1", x(at));
      here.setAttribute("x2", x(at));
    };
  }

  return {show};
})();
