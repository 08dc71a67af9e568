/** The random numbers of a player: the same as Python's `Dice`, and apart from those that deal the cards. */

const GAMMA = 0x9e3779b97f4a7c15n;
const PLAYER = 0xd1b54a32d192ed03n;
const START = 0x5851f42d4c957f2dn;

const whole = (number: bigint) => BigInt.asUintN(64, number);

/** The output function of SplitMix64. */
function mixed(number: bigint): bigint {
  let z = whole((number ^ (number >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = whole((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}

/** Numbers from 0 to one less than what is asked for (at most 2^32), from a player's own generator. */
export type Dice = (below: number) => number;

/** A player's own generator. */
export function dice(seed: bigint, index: number, player: number): Dice {
  const start = mixed(whole(seed) ^ START);
  let state = mixed(whole(start + GAMMA * BigInt(2 * index + 1) + BigInt(player + 1) * PLAYER));
  return (below) => {
    state = whole(state + GAMMA);
    return Number(((mixed(state) >> 32n) * BigInt(below)) >> 32n);
  };
}
