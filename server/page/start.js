// Shows the page that the address names.
(() => {
  const [, first, table] = location.pathname.split("/");
  const failed = error => Dom.show(Dom.make("main", {class: "sorry"}, Dom.make("h1", {}, error.message), Dom.make("a", {href: "/"}, "To the first page")));
  const page = {t: () => Room.open(decodeURIComponent(table)), club: Club.club, operator: Club.operator}[first] || Lobby.open;
  Promise.resolve().then(page).catch(failed);
})();
