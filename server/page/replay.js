// The page of a game that is over: asks for it, then lets the replay page (viewer.js) show it.
(async () => {
  const [, , table] = location.pathname.split("/");
  const title = document.getElementById("title");
  const judge = location.search === "?judge";
  title.textContent = judge ? "The judge thinks …" : "…";
  try {
    const secret = Dom.kept.get(`seat:${decodeURIComponent(table)}`) || "";
    const {animations} = await Dom.ask(`/api/tables/${table}/replay${judge ? "?judge" : ""}`, {secret});
    document.getElementById("data").textContent = JSON.stringify(animations);
    document.body.append(Dom.make("script", {src: "/page/viewer.js"}));
  } catch (error) {
    title.textContent = error.message;
  }
})();
