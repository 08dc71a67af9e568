// The frames of an animation: each has captions and a scene, of which the data holds only what changed.
const Frames = (() => {
  /** A scene after the changes of a frame. */
  function changed(scene, changes) {
    const next = {...scene, ...changes};
    next.zones = [...(scene.zones || [])];
    for (const [at, zone] of Object.entries(changes.zones || {})) next.zones[at] = {...next.zones[at], ...zone};
    return next;
  }

  /** The whole frames, computed from their changes: [{captions, scene, taker}]. */
  function all(animation) {
    let scene = {};
    const found = animation.frames.map(({captions, scene: changes}) => {
      scene = changed(scene, changes);
      return {captions, scene, taker: -1};
    });
    found.forEach((frame, at) => { frame.taker = taker(found, at); });
    return found;
  }

  /** The seat that takes the trick that is complete in this frame, as this one or the next says; -1 if none yet. */
  function taker(frames, at) {
    for (const frame of frames.slice(at, at + 2)) {
      if (frame !== frames[at] && frame.captions.some(({kind}) => kind === "made")) break;
      if (frame.captions.some(({kind}) => kind === "tricktable")) return frame.scene.last_trick?.winner ?? -1;
    }
    return -1;
  }

  /** The player and the choice made in a frame, or null. */
  function made(frame) {
    const found = frame.captions.find(({kind}) => kind === "made");
    return found ? {who: found.player, what: found.label} : null;
  }

  /** The cards of a frame that a seat holds. */
  function hand(frame, seat) {
    const {scene} = frame;
    return scene.zones.filter(zone => zone.kind === "hand" && zone.owner === seat && zone.whose === scene.seats[seat]).flatMap(zone => zone.cards);
  }

  /** A scene with the cards of all hands but one face down. */
  function covered(scene, seat) {
    const hidden = zone => zone.kind === "hand" && !(zone.owner === seat && zone.whose === scene.seats[seat]);
    return {...scene, zones: scene.zones.map(zone => (hidden(zone) ? {...zone, cards: [], new: []} : zone))};
  }

  return {all, changed, made, hand, covered};
})();
