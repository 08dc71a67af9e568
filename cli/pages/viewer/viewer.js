// The page: shows the frames of a game one by one, with the transcript beside the table.
const Viewer = (() => {
  const {make} = Table;
  const byId = id => document.getElementById(id);

  /** The replay of one game on this page, with the question of "find the card". */
  function begin(animation, number) {
    const quiz = new Guess.Quiz(byId("question"), animation);
    const parts = {table: byId("table"), transcript: byId("transcript"), graph: byId("graph"), live: byId("live")};
    const show = new Replay.Show(parts, animation, at => `#${number ? `${number + 1}.` : ""}${at + 1}`, {
      before(from, to) {
        const asked = guessing() && from >= 0 ? quiz.between(from, to) : undefined;
        if (!asked) {
          quiz.close();
          return to;
        }
        pause();
        quiz.ask(asked, () => show.go(asked.at));
        return Math.max(from, asked.at - 1);
      },
      moved: () => moved(show, number),
    });
    show.quiz = quiz;
    show.number = number;
    const seat = animation.viewer >= 0 ? `, as ${animation.seats[animation.viewer]} sees it` : "";
    byId("title").textContent = animation.title + seat;
    document.title = animation.title + seat;
    byId("slider").max = show.frames.length;
    byId("guess").hidden = !quiz.judged.length;
    return show;
  }

  /** Whether the page asks for the next choice. */
  function guessing() {
    return byId("guess").getAttribute("aria-pressed") === "true" && !byId("guess").hidden;
  }

  /** Hides everything after this step while its choice is asked for. */
  function cover() {
    byId("graph").parentElement.classList.toggle("guessing", guessing());
    show.items.forEach((item, number) => { item.hidden = guessing() && number > show.at; });
  }

  function moved(here, number) {
    show = here;
    cover();
    const {at, frames, where} = here;
    const last = frames.length - 1;
    byId("where").textContent = where;
    byId("slider").value = at + 1;
    byId("slider").setAttribute("aria-valuetext", where.replaceAll(" · ", ", "));
    for (const [go, off] of [["first", 0], ["back", 0], ["deal-back", 0], ["on", last], ["last", last], ["deal-on", last], ["trick-on", last]]) {
      document.querySelector(`[data-go="${go}"]`).setAttribute("aria-disabled", String(at === off && !here.inside));
    }
    byId("side").hidden = !here.inside && !here.here.length;
    byId("side").setAttribute("aria-pressed", String(Boolean(here.inside)));
    remember(here.address(at));
  }

  let address = 0;

  /** Stores the position in the page's address, but not more often than a browser allows. */
  function remember(place) {
    clearTimeout(address);
    address = setTimeout(() => history.replaceState(null, "", place), 250);
  }

  const animations = JSON.parse(byId("data").textContent);
  let show = null;
  let timer = 0;

  function open(number, at) {
    const animation = animations[number];
    show?.end();
    show = begin(animation, number);
    byId("sit").replaceChildren(...animation.seats.map((name, seat) => {
      const option = make("option", "", name);
      option.value = String(seat);
      return option;
    }));
    byId("sit").value = String(Math.max(0, animation.viewer));
    byId("hide").hidden = animation.viewer >= 0;
    byId("hide").setAttribute("aria-pressed", "false");
    show.go(at, {quiet: true});
    byId("games").value = String(number);
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    const button = byId("play");
    button.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-label", "Play by itself");
    button.querySelector("use").setAttribute("href", "#icon-play");
  }

  function play() {
    if (timer) return pause();
    if (show.at === show.frames.length - 1) show.go(0);
    const button = byId("play");
    button.setAttribute("aria-pressed", "true");
    button.setAttribute("aria-label", "Stop");
    button.querySelector("use").setAttribute("href", "#icon-pause");
    timer = setInterval(() => {
      show.move("on");
      if (show.at === show.frames.length - 1) pause();
    }, Number(byId("speed").value));
  }

  function key(event) {
    const step = Replay.stepOf(event, byId("transcript"));
    const plays = ["p", "P"].includes(event.key) && !event.ctrlKey && !event.altKey && !event.metaKey && !event.target.matches("input, select, textarea");
    if (plays) play();
    else if (step) {
      pause();
      show.move(step);
    } else return;
    event.preventDefault();
  }

  function fromAddress() {
    const found = /^#(?:(\d+)\.)?(\d+)$/.exec(location.hash);
    const number = found && found[1] ? Number(found[1]) - 1 : 0;
    return [Math.min(Math.max(number, 0), animations.length - 1), found ? Number(found[2]) - 1 : 0];
  }

  animations.forEach((animation, number) => {
    const option = make("option", "", `${number + 1}: ${animation.title}`);
    option.value = String(number);
    byId("games").append(option);
  });
  byId("chooser").hidden = animations.length < 2;
  byId("games").addEventListener("change", event => { pause(); open(Number(event.target.value), 0); });
  byId("slider").addEventListener("input", event => { pause(); show.go(Number(event.target.value) - 1); });
  byId("speed").addEventListener("change", () => { if (timer) { pause(); play(); } });
  for (const button of document.querySelectorAll("[data-go]")) {
    button.addEventListener("click", () => {
      if (button.dataset.go === "play") return play();
      pause();
      show.move(button.dataset.go);
    });
  }
  const seated = () => show.sit(Number(byId("sit").value), byId("hide").getAttribute("aria-pressed") === "true");
  byId("sit").addEventListener("change", seated);
  byId("hide").addEventListener("click", event => {
    const pressed = event.currentTarget.getAttribute("aria-pressed") !== "true";
    event.currentTarget.setAttribute("aria-pressed", String(pressed));
    seated();
  });
  byId("guess").addEventListener("click", () => {
    byId("guess").setAttribute("aria-pressed", String(!guessing()));
    show.quiz.close();
    cover();
  });
  document.addEventListener("keydown", key);
  addEventListener("hashchange", () => {
    const [number, at] = fromAddress();
    pause();
    if (number === show.number) show.go(at);
    else open(number, at);
  });
  open(...fromAddress());
  return {show: () => show};
})();
