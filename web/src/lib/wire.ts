// Written by scripts/wire_types.py from the values and dicts that the server sends: change those, and run it.

/** A counter or marker on the map, or in a box of a panel. `place` is a hex label, a box name or `x,y` on an open tabletop. `numbers` stand along the bottom in the game's own order, `pips` are steps left of `of_pips`, `flags` small states (`disrupted`, `fatigue`, `elan`, `out-of-supply`, `moved`, `fought`). A face-down piece has `hidden` and nothing that its seat may not know. */
export interface Piece {
  id: string;
  place: string;
  army: string;
  symbol: string;
  name: string;
  size: string;
  numbers: string[];
  pips: number;
  of_pips: number;
  flags: string[];
  facing: number | null;
  hidden: boolean;
  words: string;
}

/** One answer that can be given: `id` is its notation, and what to click for it, if it is a place or a piece. `ends`: after it somebody else is asked, as far as the seat can know, and no Done stands beside it. `rolls`: a die, a draw or a shuffle follows before anybody is asked, as far as the seat can know. `facing`: it turns the piece of the question to look across this hexside; 0 is up, they go clockwise. `usual`: what is nearly always meant, so that an order can go on without a question; at most one of a prompt. `opens`: of the counters in its hex it is asked next who goes, so that whoever takes one of them up means it. */
export interface Choice {
  id: string;
  text: string;
  hex: string | null;
  piece: string | null;
  odds: boolean;
  done: boolean;
  ends: boolean;
  rolls: boolean;
  facing: number | null;
  usual: boolean;
  opens: boolean;
}

/** What a question belongs to: a battle or an arrival, in which hex, of which pieces, against which. `stage` is how far a battle has come, `where` what its hex is called. While a target is asked for there is no hex; while attackers are asked for `pieces` are those who go in so far. */
export interface Context {
  kind: 'battle' | 'arrival';
  hex: string;
  pieces: string[];
  against: string[];
  stage: '' | 'target' | 'attackers' | 'defence' | 'support' | 'dice' | 'losses' | 'retreat' | 'advance';
  where: string;
}

/** The open question: whose it is, in one sentence with its rule; the choices if it is the reader's. `piece` and `hex` are what it is about, told to the seat that is asked; `context` is what stands behind it. `sweep`: it comes again after each of its answers, and somebody may well want them all. */
export interface Prompt {
  actor: string;
  mine: boolean;
  question: string;
  rule: string;
  choices: Choice[];
  open: boolean;
  piece: string;
  hex: string;
  context: Context | null;
  sweep: boolean;
}

/** A row of a panel: words, and a number or mark. */
export interface Line {
  text: string;
  mark: string;
  rule: string;
}

/** A titled list beside the map: turn track, points, reinforcements, losses; or the spaces of a battle board. */
export interface Panel {
  key: string;
  title: string;
  lines: Line[];
  pieces: Piece[];
  form: 'list' | 'battle-board';
}

/** A number on a track. */
export interface Tally {
  key: string;
  title: string;
  now: number;
  low: number;
  high: number;
}

/** A line of a table: what the die shows, and the result in each column. */
export interface TableRow {
  die: string;
  results: string[];
}

/** A table that battles are read on, for the page to mark a column and a die in. */
export interface CombatTable {
  rule: string;
  columns: string[];
  rows: TableRow[];
}

/** A piece of terrain: a field with corners, or a line such as a fence. */
export interface Terrain {
  kind: string;
  name: string;
  line: boolean;
  points: [number, number][];
}

/** A place that is worth points, and which side holds it, or -1. */
export interface Objective {
  at: [number, number];
  points: number;
  held: number;
}

/** A unit as the order sheet draws it. */
export interface Troops {
  id: string;
  kind: string;
  guns: boolean;
  mounted: boolean;
  lost: boolean;
}

/** What the seat is asked to place: whose bases, from where, how far, and the answers that are no place. */
export interface Goal {
  kind: 'unit' | 'point';
  unit: string;
  how: string;
  rate: number;
  bases: [number, number][];
  at: [number, number];
  facing: number;
  formation: string;
  entering: boolean;
  hidden: boolean;
  zone: [string, number] | null;
  words: string[];
}

/** A card in the hand, or one that lies open: whether it `counters` another, the answers that it stands for, and what they do with it: `play`, `take`, `swap`, `discard` or `counter`. */
export interface Card {
  name: string;
  title: string;
  text: string;
  cost: number;
  nation: string;
  counters: boolean;
  answers: string[];
  verb: string;
}

/** Who may be given tokens, and how many. */
export interface Taker {
  id: string;
  text: string;
  least: number;
  most: number;
  markers: number;
}

/** Tokens to give out at once. `spare` is how many of them may stay unused: where only somebody with a limit can take tokens, that is all of them. `rolls`: a die follows before anybody is asked, as far as the seat can know. */
export interface Allotment {
  pool: number;
  takers: Taker[];
  spare: number;
  rolls: boolean;
}

/** A force that is being bought: for which side, from which list, for how many points, and what it has. */
export interface Mustering {
  side: number;
  list: string;
  points: number;
  force: string;
}

/** A card that a seat has laid down with tokens on it. */
export interface Stored {
  seat: string;
  title: string;
  tokens: number;
}

/** What a seat has beside the table: its cards, those that lie open, what it must give out or buy. */
export interface DeskSheet {
  hand: Card[];
  face_up: Card[];
  stored: Stored[];
  allot: Allotment | null;
  muster: Mustering | null;
}

/** An open table: its size, and once it is laid all that lies on it. */
export interface Tabletop {
  size: [number, number];
  table: string;
  terrain: Terrain[];
  roads: [number, number][][];
  floods: [number, number][];
  objectives: Objective[];
  edges: string[];
  ranges: Record<string, number> | null;
  sizes: Record<string, [number, number][]> | null;
  units: Troops[];
  goal: Goal | null;
  desk: DeskSheet | null;
}

/** A unit of an order of battle: on the map or under way, still to come, lost, gone for good or by order. `turn` is when it comes (0: nobody knows), `hex` where; `leaves` when it must go; `note` is what more is known of one that is not on the map, in words. Where it stands and what it has lost, its counter tells. */
export interface Mustered {
  piece: string;
  name: string;
  state: 'here' | 'coming' | 'lost' | 'left';
  steps?: number;
  turn?: number;
  hex?: string;
  leaves?: number;
  note?: string;
}

/** An army with its units, as they stand in the order of battle. */
export interface Formation {
  key: string;
  title: string;
  seat: string;
  units: Mustered[];
}

/** What a side needs to win, in words: `now` of `need` where it is counted, `done` where it holds as things stand. Without a seat it is how things stand for both. */
export interface Aim {
  seat: string;
  text: string;
  rule: string;
  now: number;
  need: number;
  done: boolean;
}

/** A place that counts: where it is, who holds it, what it is worth, in the game's own figures or words, and to which side alone, if not to both. */
export interface Prize {
  name: string;
  hexes: string[];
  seat: string;
  worth: string;
  counts: string;
}

/** What an overlay shows under one caption: whole hexes, lines from hex to hex, hexsides that are looked across, short words in hexes. `tone` says what it means, so that the page can colour and hatch it; `weight` is that of lines and sides, 1 to 3. */
export interface OverlayGroup {
  caption: string;
  hexes: string[];
  lines: [string, string][];
  sides: [string, number][];
  marks: [string, string][];
  tone: '' | 'german' | 'allied' | 'good' | 'fair' | 'bad' | 'gone' | 'plain';
  weight: number;
}

/** A whole picture. `outline` is the sequence of play with the current line marked; `overlays` are what can be laid over the map by name (`supply`, `command`, `zoc`, `control`), in groups. Only some games have the parts at the end: a combat table, trenches by hex with their levels, an open table in place of hexes, an order of battle, what each side needs to win and the places that count for it, the first day of each turn. */
export interface Scene {
  game: string;
  turn: string;
  phase: string;
  prompt: Prompt;
  pieces: Piece[];
  tallies: Tally[];
  panels: Panel[];
  outline: Line[];
  overlays: [string, OverlayGroup[]][];
  combat_table: CombatTable | null;
  trenches: [string, number][];
  open_table: Tabletop | null;
  order_of_battle: Formation[];
  aims: Aim[];
  prizes: Prize[];
  calendar: string[];
}

/** One line of the sum beside a die: the rule, what it is, and how much. */
export interface Modifier {
  rule: string;
  text: string;
  amount: number;
}

/** An event as it is told: its words, and the facts that a page draws and lists. Hexes by label and pieces by id, as in the picture; `brief` is the sentence with one sum in place of its `modifiers`, for a page that lists them. */
export interface Happened {
  kind: string;
  sort: 'turn' | 'phase' | 'move' | 'rail' | 'arrival' | 'departure' | 'battle' | 'battle_move' | 'roll' | 'loss' | 'control' | 'works' | 'state' | 'supply' | 'sight' | 'order' | 'points' | 'end' | 'notice';
  rule: string;
  text: string;
  brief?: string;
  hexes?: string[];
  pieces?: string[];
  dice?: number[];
  column?: string;
  modifiers?: Modifier[];
  result?: string;
}

/** One possible result and its exact chance, `part` in `whole`. Outcomes that count the same thing have the same words and a `count` each. `harm` is what the attacked side loses. `words` is the text on a line of its own. */
export interface Outcome {
  text: string;
  part: number;
  whole: number;
  count: number | null;
  harm: number;
}

/** Every possible result of one thing that dice decide. The chances add up to 1, and no two outcomes read alike. */
export interface Distribution {
  name: string;
  outcomes: Outcome[];
}

/** What an answer would lead to: the modifiers by name, the column of the table, the exact distributions. Each has a name of its own, and the first is the main one. `column` is in words; `columns` are those of the picture's combat table that may be read, by their headings. `factors` are the strengths in words, and `base` is the column that they give before anything shifts it. `hope` is what an attacker hopes for, in words for a button, and its chance. */
export interface Explanation {
  rule: string;
  title: string;
  modifiers: Modifier[];
  column: string;
  distributions: Distribution[];
  notes: string[];
  columns: string[];
  factors: string;
  base: string;
  hope: Outcome | null;
}

/** A card of the guided first turn: where it points, and its words; without any, the page has its own for `key`. */
export interface Stop {
  at: 'prompt' | 'map' | 'panel' | 'track' | 'answers';
  key: string;
  text: string;
}

/** A sentence of help for the questions under a rule; the longest number that fits is meant. */
export interface Hint {
  rule: string;
  text: string;
}

/** A game on the home page: a few words, its place among the others, the seat and the scenario that are offered first, some counters; and the guided first turn. */
export interface About {
  text: string;
  rank: number;
  seat: string;
  scenario: string;
  counters: Piece[];
  tour: Stop[];
  hints: Hint[];
}

/** A line of the log: who answered, what, if it may be read, and what came of it. */
export interface LogEntry {
  number: number;
  actor: string;
  text: string | null;
  events: Happened[];
}

/** A seat: `title` as the game calls it in the reader's language; `stopped` if its player failed and somebody must wake it; `explains` if it can be asked why it answered as it did; `free` is when the opener may free it, if its holder stays silent, and 0 otherwise. */
export interface SeatInfo {
  name: string;
  title: string;
  kind: 'person' | 'computer' | 'open';
  player: string;
  label: string;
  present: boolean;
  thinking: boolean;
  stopped: boolean;
  explains: boolean;
  free: number;
}

/** What was chosen when the table was opened. */
export interface Chosen {
  scenario: string;
  edition: string;
  options: Record<string, string>;
}

/** Who asks to go back, and to which number. */
export interface AskedBack {
  seat: string;
  to: number;
}

/** How the game stands, and once it is over who won and why. */
export interface Standing {
  over: boolean;
  points: number[];
  winner: string | null;
  rule: string;
  why: string;
}

/** What everybody is bound to: the fingerprint of the secret, the hash of each seat's seed, the heads and lengths of hash chains; the seeds once everybody sits, the secret once the game is over. `head` is the hash of the whole log. `awaited` are the seats whose seeds are still to come, `parts` those for whose part draw number `draw` waits, `shown` is how many parts each has shown, `would` those who would play on without, `signers` are the keys of pages that can countersign the end, `signed` the seats whose pages did. */
export interface DiceTold {
  fingerprint: string;
  commits: Record<string, string>;
  chains: Record<string, (string | number)[]>;
  seeds: Record<string, string>;
  awaited: string[];
  head: string;
  draw: number;
  parts: string[];
  shown: Record<string, number>;
  without: boolean;
  would: string[];
  signers: Record<string, string>;
  signed: string[];
  secret: string;
}

/** A die of a finished game: its number, the weights of what could come out, the parts that were shown for it, and what came out, counted from 0. */
export interface Drawn {
  draw: number;
  weights: number[];
  parts: Record<string, string>;
  place: number;
}

/** A line of the chat; without a seat it is the table's own. */
export interface ChatLine {
  seat: string;
  text: string;
  at: number;
}

/** A table as one reader may see it: `frozen` says why nobody can answer here any more, if so; `common` is where it can go on by consent, the last moment that its rules and the server's have in common. */
export interface TableState {
  id: string;
  game: string;
  title: string;
  setting: Chosen;
  name: string;
  number: number;
  moment: number;
  status: 'open' | 'playing' | 'over';
  frozen: string;
  closed: boolean;
  common: number | null;
  you: string[];
  viewing: string | null;
  seats: SeatInfo[];
  undo: boolean;
  undo_asked: AskedBack | null;
  draw_offered: string;
  score: Standing;
  dice: DiceTold;
  scene: Scene;
  log: LogEntry[];
  chat: ChatLine[];
}

/** A past moment: what had just happened, and the picture as the seat might have seen it. */
export interface Moment {
  number: number;
  of: number;
  actor: string;
  text: string | null;
  chance: boolean;
  events: Happened[];
  scene: Scene;
}

/** An attack that the other side could make in return, with its odds. */
export interface Reply {
  hex: string;
  seat: string;
  rule: string;
  title: string;
  modifiers: Modifier[];
  column: string;
  distributions: Distribution[];
  notes: string[];
  columns: string[];
  factors: string;
  base: string;
}

/** A scenario, how many turns it lasts, and the computer players that are offered in it. */
export interface GameScenario {
  name: string;
  title: string;
  turns: number;
  players: string[];
}

/** An optional rule: its values, and their words. */
export interface GameOption {
  name: string;
  title: string;
  values: string[];
  labels: string[];
}

/** A game: `seat_names` as it calls its seats in the reader's language; `opponent` if one of its players plays to win; `parts` what it has beside its rules: `what-if`, `open-table`, `forces`, `ways`. */
export interface GameInfo {
  name: string;
  title: string;
  seats: string[];
  seat_names: Record<string, string>;
  editions: string[];
  scenarios: GameScenario[];
  options: GameOption[];
  players: string[];
  opponent: boolean;
  parts: string[];
  rules: string;
  about: About;
}

/** The dice that a seat's answers led to: what fair dice give on average, and what was thrown. */
export interface LuckOfSeat {
  seat: string;
  dice: number;
  expected: number;
  actual: number;
}

/** One die beside its average. */
export interface LuckyThrow {
  number: number;
  seat: string;
  rule: string;
  text: string;
  expected: number;
  actual: number;
}

/** Luck in a finished game. */
export interface Luck {
  seats: LuckOfSeat[];
  throws: LuckyThrow[];
}

/** How a game stood after so many answers: the first seat's chance to win, and its points. */
export interface MomentTold {
  number: number;
  chance: number;
  points: number;
}

/** Where a game turned: between which answers, by how much for the first seat, when that was, and before which answers a council can be heard. */
export interface TurningTold {
  start: number;
  number: number;
  change: number;
  text: string;
  questions: number[];
}

/** A finished game looked at again; `judged` where the game's own judge spoke. */
export interface AnalysisTold {
  judged: boolean;
  moments: MomentTold[];
  turnings: TurningTold[];
}

/** An answer that a council heard: what it is worth to who was asked, in how many simulations; whether the council chose it, and whether it was played. */
export interface HeardTold {
  text: string;
  worth: number;
  simulations: number;
  chosen: boolean;
  played: boolean;
}

/** A sentence of the story of a game, and after how many answers it was so. */
export interface StorySentence {
  number: number;
  text: string;
}

/** The points of all seats after so many answers. */
export interface ScoreThen {
  number: number;
  turn: number;
  points: number[];
}

/** An answer that changed the score, by what happened with it; `change` is the first seat's lead over the second. */
export interface NamedTurning {
  number: number;
  turn: number;
  change: number;
  text: string;
}

/** How many units an army lost in a turn. */
export interface TurnLoss {
  turn: number;
  lost: number;
}

/** How many units an army lost, and when; its title in words. */
export interface LossesOfArmy {
  army: string;
  seat: string;
  lost: number;
  turns: TurnLoss[];
}

/** The story of a finished game. */
export interface GameStory {
  sentences: StorySentence[];
  standings: ScoreThen[];
  turnings: NamedTurning[];
  losses: LossesOfArmy[];
}

/** Who holds a seat, for a list: a person by the name that he gave, if any, or a kind of computer player. */
export interface SeatListed {
  name: string;
  kind: 'person' | 'computer' | 'open';
  player: string;
  label: string;
}

/** What an invitation is to: game and scenario in words, the seat, who sits there already, and who invites. */
export interface Invited {
  game: string;
  title: string;
  name: string;
  scenario: string;
  seat: string;
  seat_title: string;
  by: string;
  seats: SeatListed[];
}

/** A table in a list: whose turn it is, without the picture; `scenario` in words, `seats` who holds them, `last` when something happened there. */
export interface Listed {
  id: string;
  game: string;
  name: string;
  made: number;
  number: number;
  status: 'open' | 'playing' | 'over';
  turn: string;
  you: string[];
  scenario: string;
  seats: SeatListed[];
  last: number;
}

/** What a headquarters leads: in words with the rule, the hexes to which its word carries, and of the pieces there those that it leads, as far as the reader knows them. */
export interface Led {
  piece: string;
  text: string;
  rule: string;
  hexes: string[];
  pieces: string[];
}

/** A hex on a card: its name and terrain in words, facts with their rules, who could get there in one move, the way of the piece that was asked about, the lines of supply, hex by hex, and what headquarters there lead. */
export interface HexCard {
  hex: string;
  name: string;
  terrain: string;
  lines: Line[];
  reach: string[];
  way: string[];
  trace: string[][];
  command: Led[];
}

/** What a seat must do, in words. */
export interface SideAim {
  seat: string;
  text: string;
}

/** How many units an army begins with, and how many of each symbol. */
export interface ArmyStart {
  army: string;
  units: number;
  kinds: Record<string, number>;
}

/** Games of a computer player against itself: how many each seat won, and how many nobody. */
export interface Measured {
  player: string;
  games: number;
  won: Record<string, number>;
  drawn: number;
}

/** How a scenario begins: its first turn in words, what each seat must do, the armies; its balance, if that was measured. */
export interface Start {
  turn: string;
  aims: SideAim[];
  armies: ArmyStart[];
  measured: Measured | null;
}

/** A table at a glance: its scenario by name, and the turn in words. */
export interface Glance {
  scenario: string;
  turn: string;
}

/** What a page tells of a scenario, empty words where the game has none: when it plays, what happened and where that is from, what each seat must do, its special rules, where nothing is lost by sitting still, what is reconstructed. */
export interface ScenarioPage {
  when: string;
  happened: string;
  sources: string;
  seats: Record<string, string>;
  special: string[];
  still: string;
  reconstructed: string;
}

export interface SightLine {
  unit: string;
  from: [number, number];
  to: [number, number];
  inches: number;
  sees: boolean;
  cover: boolean;
  smoke: number;
  front: boolean;
  reach: boolean;
  way: string;
  charge: boolean;
}

/** A range of a unit: what reaches so far, to half an angle on each side of its front. */
export interface Ring {
  what: string;
  reach: number;
  half: number;
  rule: string;
}

/** What a unit sees and reaches where it stands; for the one that is to be placed, spots at which it may stand as it faces now, `step` apart. */
export interface Looked {
  lines: SightLine[];
  rings: Ring[];
  area?: [number, number][];
  step?: number;
}

/** What is said of an answer that is only tried: whether it would do, whether a die would follow before anybody is asked, and what a unit would see and reach there. */
export interface Checked {
  sees?: string[];
  reach?: string[];
  charge?: string[];
  lines?: SightLine[];
  rings?: Ring[];
  ok: boolean;
  rolls: boolean;
  rule: string;
  why: string;
}

/** A legal answer, and its place on an open table. */
export interface Suggested {
  id: string;
  text: string;
  x?: number;
  y?: number;
  facing?: number;
}

/** A kind of units that a list offers, as notation writes it: least and most bases, guns, grades, how many. */
export interface ArmyKind {
  word: string;
  kind: string;
  low: number;
  high: number;
  guns: number;
  grades: string[];
  recruits: number;
  least: number;
  most: number;
}

/** A force to begin from. */
export interface ReadyForce {
  title: string;
  points: number;
  force: string;
}

/** A list from which a force is bought. */
export interface Army {
  name: string;
  title: string;
  nation: string;
  cavalry: boolean;
  rating: number;
  limits: number[];
  kinds: ArmyKind[];
  reinforcements: number;
  ready: ReadyForce[];
}

/** A unit of a force, what it is called, and what it costs. */
export interface JudgedUnit {
  name: string;
  word: string;
  kind: string;
  arm: string;
  bases: number;
  guns: number;
  grade: string;
  recruits: number;
  points: number;
}

/** What a force breaks of its list, and by which unit. */
export interface Breach {
  unit: number;
  rule: string;
  why: string;
}

/** A force by its notation: what it costs, the tokens that it gives, and every breach of its list. */
export interface Judged {
  list: string;
  force: string;
  limit: number;
  points: number;
  tokens: number;
  bases: number;
  units: JudgedUnit[];
  breaches: Breach[];
}

/** Where the middle of a hex lies. */
export interface HexGeometry {
  label: string;
  x: number;
  y: number;
}

/** In the pixels of the drawing. Corner i of any hex is its centre plus `corners[i]`. */
export interface BoardGeometry {
  title: string;
  width: number;
  height: number;
  scale: number;
  flat: boolean;
  corners: [number, number][];
  hexes: HexGeometry[];
}

/** The way to a destination: its hexes by label from the start on, what it costs, and the points that are left then; less than none where it takes a forced march. */
export interface Way {
  hexes: string[];
  cost: number;
  left: number;
}
