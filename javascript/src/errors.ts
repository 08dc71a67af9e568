/** The errors of this package. */

/** The data is not what it should be: another module's description, a damaged state, a name that does not exist. */
export class GameError extends Error {
  override name = "GameError";
}

/** A choice that cannot be made now.  `reasons`: the rules against it, in words; empty if it is no choice at all. */
export class IllegalChoice extends GameError {
  override name = "IllegalChoice";

  constructor(
    message: string,
    readonly reasons: readonly string[] = [],
  ) {
    super(message);
  }
}

/** An error of the rules met in play: the kind (one of `fault.kinds`) and the place in the rule file. */
export class Fault extends Error {
  override name = "Fault";

  constructor(
    readonly kind: string,
    /** What went wrong, without the place. */
    readonly reason: string,
    readonly place: string,
  ) {
    super(place ? `${place}: ${reason}` : reason);
  }
}
