export { type Asked, type AskedAlternative, asked, type AskedOption, type Receiver } from "./asked.js";
export { Choice, type ChoiceOf } from "./choices.js";
export type { Description } from "./description.js";
export {
  type About,
  Fault,
  GameError,
  IllegalChoice,
  RulesError,
  UnknownName,
  UnknownPlayer,
} from "./errors.js";
export { Game, type Identity, type Listener, type SavedGame } from "./game.js";
export type { Binary, Written } from "./instance.js";
export type { Line, LineOf, Reason } from "./lines.js";
export { type Owned, View } from "./lookup.js";
export type { GameRecord, RecordOf, Where } from "./records.js";
export { reason, refusal, refusalOfCards, type Refusing, type Viewpoint } from "./refused.js";
export type { Result } from "./result.js";
export type { Scene, SceneBadge, SceneFact, SceneScores, SceneZone, SettlementScene } from "./scene.js";
export { type Beginning, type Opening, open, Rules } from "./rules.js";
export type { SeenDeal } from "./search/seen.js";
export type { Thought, ValuedOption } from "./search/thinker.js";
export { Transcript } from "./transcript.js";
export type { AnyGame, GameTypes } from "./typed.js";
export { Card, type GameValue } from "./values.js";
export type { Viewer } from "./view.js";

// For programs that keep the module in a worker and tell the story elsewhere.
export { type Lesson, Lessons } from "./learned/lessons.js";
export { netOf, readWeights, type Weights, writeWeights } from "./learned/weights.js";
export { compile, type Compiled, Instance } from "./instance.js";
export { everyZone } from "./known.js";
export { State } from "./layout.js";
export { type Key, keyOf } from "./keys.js";
export { resultOf } from "./result.js";
export { sentence, textOf } from "./sentences.js";
export { ViewerStory, type StoryStep } from "./story.js";
export { type Option, type Value, Words } from "./words.js";
