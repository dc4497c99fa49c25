"""A match in progress: flat data, a stack of frames, and the doors through which everybody outside works on it.

Cards, players, zones and spaces are small integers. `z` holds the cards of each zone (immutable tuples, so that a fork
shares them), `at` the zone of each card, `v` all members of the table, units and players, `cs` the members of cards
that differ from their start, `frames` what runs (immutable tuples). `fork` copies a handful of lists.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.interpreter import chance as chance_module
from rulewright.interpreter.decisions import (
    Decision,
    EnoughAnswers,
    Option,
    SetAnswers,
    decision_of,
    order_answers,
    uniform,
)
from rulewright.interpreter.errors import IllegalChoice, LimitReached, RunError, UnitEnded, UsageError
from rulewright.interpreter.faults import FAULTS, as_run_error, in_a_circle, rules_lines, running_lines, waiting_lines
from rulewright.interpreter.limits import DEFAULT_LIMITS, LARGEST, Limits
from rulewright.interpreter.outcome import Outcome, outcome_of, scores_of
from rulewright.interpreter.waiting import waiting_texts

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.module import Compiled
    from rulewright.interpreter.redeal import Redealer
    from rulewright.interpreter.views import View
    from rulewright.interpreter.why import Why

DEFAULT_NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
TURN = -1

NO_WORDS = (-1, -1, -1, None, (), None)  # before any random numbers were worked out

# Fields that make up a position: what repetition, loop detection and search compare (semantics 36).
_POSITION = (
    "alive",
    "act",
    "first",
    "dir",
    "phase",
    "down",
    "eff",
    "stack",
    "marks",
    "extra",
    "miss",
    "cont",
    "resume",
    "own",
    "player",
    "result",
    "running",
    "windows",
    "ending",
)


class State:
    """See the top of the file. Made by `Game.start`."""

    __slots__ = (
        "act",
        "again",
        "ages",
        "alive",
        "ans",
        "asks_forced",
        "asks_passes",
        "at",
        "auto",
        "base_control",
        "batch",
        "busy",
        "chance",
        "changes",
        "clock",
        "cont",
        "cs",
        "dir",
        "doer",
        "down",
        "eff",
        "ending",
        "extra",
        "fallen",
        "first",
        "forced_run",
        "frames",
        "g",
        "gathering",
        "goto",
        "guests",
        "hi",
        "hist",
        "idle_turns",
        "inside",
        "joint",
        "key",
        "know",
        "last_fallen",
        "lifted",
        "limits",
        "lo",
        "log_entries",
        "lost",
        "mark",
        "marks",
        "miss",
        "most_options",
        "moved",
        "n_decisions",
        "n_forced",
        "n_objects",
        "n_options_seen",
        "n_turns",
        "names",
        "need",
        "opts",
        "own",
        "pack",
        "pend",
        "phase",
        "player",
        "put_by",
        "put_on",
        "q",
        "quiet",
        "rc",
        "result",
        "resume",
        "ret",
        "rngs",
        "running",
        "seed",
        "seen",
        "source",
        "stack",
        "steps",
        "tail",
        "tally",
        "turn_start",
        "used",
        "uz",
        "v",
        "vis",
        "waiting",
        "windows",
        "words",
        "z",
    )

    def __init__(self, compiled: Compiled, seed: int, names: Sequence[str], chance: Any, limits: Limits) -> None:
        self.g = compiled
        self.seed = seed
        self.key = chance_module.seed_key(seed)
        self.words: Any = NO_WORDS  # random numbers worked out last (runtime/chance.py); no part of the position
        self.names: tuple[str, ...] = tuple(names)
        self.chance = chance
        self.limits = limits
        self.z = [tuple(cards) for cards in compiled.starts]
        self.at = list(compiled.start_at)
        self.vis = [0] * len(self.at)
        self.v = list(compiled.start_values)
        self.cs: dict[int, Any] = {}
        self.own: tuple[int | None, ...] = (None,) * len(self.at)
        self.uz: dict[int, tuple[int, int, int, int]] = {}
        self.rc: dict[str, int] = {}
        self.frames: list[tuple[Any, ...]] = []
        self.alive = tuple(range(compiled.players))
        self.fallen: tuple[int, ...] = ()
        self.last_fallen: tuple[int, ...] = ()
        self.act: int | None = None
        self.first = 0
        self.dir = 1
        self.phase: int | None = None
        self.cont: int | None = None
        self.resume: int | None = None
        self.extra: tuple[int, ...] = ()
        self.miss: dict[int, int] = {}
        self.pend: list[Any] = []
        self.source: int | None = None
        self.batch: tuple[int, ...] | None = None
        self.moved: tuple[int, ...] = ()
        self.pack: dict[int, tuple[int, ...]] = {}  # joined cards -> all cards that count as one, the first for them all
        self.guests: dict[int, int | None] = {}  # who controls a card that is visiting (runtime/visits.py)
        self.tail: tuple[int, ...] = ()  # those moved last of which another stands for their pack
        self.need: Any = None  # (amount, values of the items): a choice that goes on until the amount is reached
        self.waiting: tuple[tuple[Any, ...], ...] = ()
        self.lifted: tuple[str, ...] = ()
        self.eff: tuple[Any, ...] = ()
        self.base_control: dict[int, int] = {}
        self.put_by: dict[int, int] = {}
        self.put_on: dict[int, int] = {}
        self.doer: int | None = None  # who moves cards now: they control what they put into a common place
        self.down: frozenset[int] = frozenset()
        self.seen: frozenset[Any] = frozenset()
        self.used: dict[Any, tuple[str, int]] = {}
        self.stack: tuple[Any, ...] = ()
        self.lost: tuple[Any, ...] = ()  # objects that have left a stack, while it may matter what they were
        self.windows: tuple[int, ...] = ()
        self.running: tuple[int, ...] = ()
        self.ending: tuple[tuple[int, int | None], ...] = ()  # (place in running, window that must close first)
        self.inside: tuple[Any, ...] = ()
        self.n_objects = 0
        self.clock = 0
        self.ages: dict[int, int] = {}
        self.marks: Any = None
        self.quiet = 0
        self.busy = False
        self.changes = 0
        self.gathering = 0  # the number of the batch that is open, or that of the last one below zero
        self.steps = 0
        self.mark: Any = None
        # `| Any`: None when nobody is asked, which callers know from `is_over`; so they need not assert it everywhere.
        self.player: int | Any = None
        self.opts: list[Any] = []
        self.q = 0
        self.lo = self.hi = 0
        self.joint: Any = False
        self.ans: Any = None
        self.ret: Any = None
        self.auto = True
        self.asks_passes = False  # also those who can only pass in a response window are asked
        self.asks_forced: Container[int] = ()  # seats that are then asked for every other forced answer, too
        self.hist: Any = None
        self.n_decisions = self.n_forced = self.n_turns = self.turn_start = 0
        self.n_options_seen = self.most_options = self.forced_run = 0
        self.idle_turns = 0
        self.rngs: Any = None
        self.result: Any = None
        self.log_entries: Any = None
        self.tally: Any = [0] * compiled.n_tallied if compiled.n_tallied else None
        self.know: Any = None  # what players know, as far as it was worked out (records.py); no part of the position
        self.again: int | None = None
        self.goto: str | None = None

    # ------------------------------------------------------------ copying and comparing

    @staticmethod
    def fresh(compiled: Compiled, seed: int, names: tuple[str, ...], limits: Limits) -> State:
        """What `State(..)` makes, from a copy kept for the purpose."""
        template = compiled.kept.get("fresh")
        if template is None:
            template = compiled.kept["fresh"] = State(compiled, 0, (), None, limits)
        new: State = template.fork()
        new.seed = seed
        new.key = chance_module.seed_key(seed)
        new.names = names
        new.limits = limits
        return new

    def fork(self) -> State:
        """An independent copy."""
        new = State.__new__(State)
        new.g = self.g
        new.seed = self.seed
        new.key = self.key
        new.words = self.words
        new.names = self.names
        new.chance = self.chance
        new.limits = self.limits
        new.z = [cards[:] for cards in self.z] if self.g.lists else self.z[:]
        new.at = self.at[:]
        new.vis = self.vis[:]
        new.v = self.v[:]
        new.cs = self.cs.copy() if self.cs else {}
        new.own = self.own
        new.uz = self.uz.copy() if self.uz else {}
        new.rc = self.rc.copy()
        new.frames = self.frames[:]
        new.alive = self.alive
        new.fallen = self.fallen
        new.last_fallen = self.last_fallen
        new.act = self.act
        new.first = self.first
        new.dir = self.dir
        new.phase = self.phase
        new.cont = self.cont
        new.resume = self.resume
        new.extra = self.extra
        new.miss = self.miss
        new.pend = self.pend[:]
        new.waiting = self.waiting
        new.source = self.source
        new.batch = self.batch
        new.moved = self.moved
        new.pack = self.pack
        new.tail = self.tail
        new.guests = self.guests
        new.need = self.need
        new.lifted = self.lifted
        new.eff = self.eff
        new.base_control = self.base_control
        new.put_by = self.put_by
        new.put_on = self.put_on
        new.doer = self.doer
        new.down = self.down
        new.seen = self.seen
        new.used = self.used.copy() if self.used else {}
        new.stack = self.stack
        new.lost = self.lost
        new.windows = self.windows
        new.running = self.running
        new.ending = self.ending
        new.inside = self.inside
        new.n_objects = self.n_objects
        new.clock = self.clock
        new.ages = self.ages.copy() if self.ages else {}
        new.marks = self.marks
        new.quiet = self.quiet
        new.busy = self.busy
        new.changes = self.changes
        new.gathering = self.gathering
        new.steps = self.steps
        new.mark = self.mark
        new.player = self.player
        new.opts = self.opts
        new.q = self.q
        new.lo = self.lo
        new.hi = self.hi
        new.joint = self.joint
        new.ans = self.ans
        new.ret = self.ret
        new.auto = self.auto
        new.asks_passes = self.asks_passes
        new.asks_forced = self.asks_forced
        new.hist = self.hist
        new.n_decisions = self.n_decisions
        new.n_forced = self.n_forced
        new.n_turns = self.n_turns
        new.turn_start = self.turn_start
        new.forced_run = self.forced_run
        new.idle_turns = self.idle_turns
        new.n_options_seen = self.n_options_seen
        new.most_options = self.most_options
        new.rngs = None
        new.result = self.result
        new.log_entries = self.log_entries
        new.tally = self.tally[:] if self.tally is not None else None
        new.know = self.know
        new.again = self.again
        new.goto = self.goto
        return new

    def position(self) -> tuple[Any, ...]:
        """What makes two positions the same: everything but record, log, chance counters, step and turn numbers."""
        v = self.v
        if not self.g.turns_read:
            slot = self.g.turns_slot
            v = v[:slot] + v[slot + self.g.players:]
        z = map(tuple, self.z) if self.g.lists else self.z
        return (tuple(z), tuple(v), tuple(sorted(self.cs.items(), key=lambda x: x[0])), waiting_texts(self) if self.pend else (),
                tuple((z, e[:2]) for z, e in sorted(self.uz.items())),
                *(tuple(sorted(x.items())) if isinstance(x := getattr(self, f), dict) else x for f in _POSITION),
                *self.lost, *sorted(self.pack.items()), *sorted(self.guests.items()))

    def same_position(self, other: State) -> bool:
        """Whether both are the same position of the same game, as repetition rules and search see it."""
        return self.g is other.g and self.position() == other.position() and self._frames_key() == other._frames_key()

    def _frames_key(self) -> tuple[Any, ...]:
        return tuple((f[0].__name__, *f[1:]) for f in self.frames)

    def _whole(self) -> tuple[Any, ...]:
        return (self.position(), self._frames_key(), tuple(sorted(self.rc.items())), self.n_decisions, self.n_turns,
                tuple(self.opts), self.lo, self.hi, self.seed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.g is other.g and self._whole() == other._whole()

    def __hash__(self) -> int:
        return hash(self._whole())

    def digest(self) -> str:
        """A hash of the whole state that is the same in every process."""
        from hashlib import blake2b

        return blake2b(repr(_plain(self._whole())).encode(), digest_size=16).hexdigest()

    # ------------------------------------------------------------ running

    def run(self) -> None:
        """Go on to the next decision that has a choice, or to the end."""
        frames = self.frames
        rounds = 0
        try:
            while frames:
                frame = frames.pop()
                try:
                    stopped = frame[0](self, frame)
                except UnitEnded as ended:
                    self._unwind(ended.unit)
                    continue
                if stopped:
                    if self.result is not None:
                        break
                    if self.player is None:
                        return
                    if self.auto and not (self.asks_passes and self._asks_anyhow()) and self._forced():
                        continue
                    return
                rounds += 1
                if not rounds & 1023:
                    self._watch_steps(rounds)
        except LimitReached as reached:
            self.result = (reached.kind, (), reached.what)
        except RecursionError as deep:
            raise in_a_circle(self.g, rules_lines(self.g, deep.__traceback__)) from None
        except RunError as fault:
            raise as_run_error(self.g, fault) from None
        except FAULTS as fault:
            raise as_run_error(self.g, fault) from fault
        frames.clear()
        self.player = None
        self.opts = []
        if self.result is None:
            self.end_by_ranking()

    def _watch_steps(self, rounds: int) -> None:
        """The limits on steps and nesting, looked at now and then."""
        if len(self.frames) > 1000:
            raise in_a_circle(self.g, waiting_lines(self))
        if rounds > self.limits.steps:
            raise LimitReached("limit", f"{self.limits.steps} steps for one answer")

    def watch_forced(self) -> None:
        """After many forced decisions in a row: the same position at the same question again proves that nothing ever
        changes."""
        here = (self.q, self.player, self.n_decisions - self.n_forced, tuple(sorted(self.rc.items())), self.position())
        if self.mark == here:
            raise LimitReached("endless", "the same position came again with nothing to decide in between")
        count = self.forced_run
        if count & (count - 1) == 0 or self.mark is None:
            self.mark = here

    def _forced(self) -> bool:
        """Answer the decision if it has exactly one answer."""
        opts = self.opts
        kind = self.g.question_kinds[self.q]
        if kind <= 1:
            if len(opts) != 1 or (self.joint and not self.g.joint_forced):
                return False
            self.ans = opts[0]
            self.hist = (self.hist, 0)
        else:
            if kind == 2 and not self.g.alike and self.need is None:
                if self.lo != self.hi or 0 < self.lo < len(opts):
                    return False
            elif self.n_options != 1:
                return False
            self.ans = self._set_answers()[0] if kind == 2 else tuple(opts)
            self.hist = (self.hist, tuple(opts.index(x) for x in self.ans))
        self.n_forced += 1
        self.n_decisions += 1
        self.forced_run += 1
        if self.forced_run >= 1000:
            self.watch_forced()
        if not self.n_decisions & 63:
            self.check_decisions()
        if self.log_entries is not None:
            self._note_answer(True)
        return True

    def check_decisions(self) -> None:
        """The limits on decisions; looked at every 64th decision, in all forms of the code alike."""
        if self.n_decisions > self.limits.decisions:
            raise LimitReached("limit", f"{self.limits.decisions} decisions")
        if self.n_decisions - self.turn_start > self.limits.turn_decisions:
            raise LimitReached("limit", f"{self.limits.turn_decisions} decisions in one turn")

    def _unwind(self, unit: int) -> None:
        """Leave everything up to the running unit and go on at its end."""
        frames = self.frames
        self.source = self.batch = None
        self.lifted = ()
        while frames:
            frame = frames.pop()
            spans = self.g.unit_blocks.get(frame[0], {})
            if unit == TURN:
                entry = next((s for u, s in spans.items() if u in self.g.turn_units), None)
            else:
                entry = spans.get(unit)
            if entry is not None and entry[0] <= frame[1] <= entry[1]:
                frames.append((frame[0], entry[2], *frame[2:]))
                return
        raise RunError("R640", "what should end here is not running", None)

    # ------------------------------------------------------------ decisions

    @property
    def is_over(self) -> bool:
        """Whether nothing more is asked."""
        return self.result is not None

    @property
    def players(self) -> int:
        """How many players began."""
        return self.g.players

    @property
    def n_options(self) -> int:
        """The number of answers of the decision; 0 when the game is over."""
        if self.result is not None:
            return 0
        kind = self.g.question_kinds[self.q]
        if kind <= 1:
            return len(self.opts)
        return self._set_answers().total if kind == 2 else order_answers(self.opts).total

    def _set_answers(self) -> SetAnswers | EnoughAnswers:
        if self.g.alike and self.g.asks_cards(self.q):
            alike = self.g.runtime["alike_key"]
            groups = [alike(self, x) for x in self.opts]
        else:
            groups = None
        if self.need is not None:
            return EnoughAnswers(self.opts, self.opts if groups is None else groups, self.need[1], self.need[0])
        return SetAnswers(self.opts, groups, self.lo, self.hi)

    @property
    def decision(self) -> Decision | Any:
        """What is asked now, with all its options; None when the game is over."""
        return None if self.result is not None else decision_of(self)

    def choose(self, answer: int | Option | Sequence[int]) -> None:
        """Answer the decision: an index, an Option, or for several things a list of places among the items.

        Raises IllegalChoice, with the state unchanged, for anything that is not offered.
        """
        if self.result is not None:
            raise IllegalChoice("the game is over")
        kind = self.g.question_kinds[self.q]
        opts = self.opts
        if isinstance(answer, Option):
            if answer.key is not None and answer.key != (self.n_decisions, self.q):
                raise IllegalChoice(f"'{answer.text}' was an answer to another question")
            answer = answer.index
        if kind <= 1:
            if isinstance(answer, bool) or not isinstance(answer, int) or not 0 <= answer < len(opts):
                raise IllegalChoice(f"answer with a number from 0 to {len(opts) - 1}")
            self.ans = opts[answer]
            mark: Any = answer
        else:
            answers = self._set_answers() if kind == 2 else order_answers(opts)
            if isinstance(answer, int) and not isinstance(answer, bool):
                if not 0 <= answer < answers.total:
                    raise IllegalChoice(f"answer with {_range(answers.total)}")
                self.ans = answers[answer]
            elif isinstance(answer, bool):
                raise IllegalChoice(f"answer with {_range(answers.total)}, or with places among the items")
            else:
                self.ans = answers.check(answer)
            mark = tuple(opts.index(x) for x in self.ans)
        self._go_on(mark)

    @property
    def only_pass(self) -> bool:
        """Whether somebody is asked in a response window who can only pass."""
        return self.opts == [None] and self.result is None and self.g.questions[self.q].kind == "respond"

    def _asks_anyhow(self) -> bool:
        """Whether a table asks whoever is asked now even where there is only one answer."""
        return self.only_pass or self.player in self.asks_forced

    def _go_on(self, mark: Any) -> None:
        if self.asks_passes and self.auto:
            # The only answer counts as it does where nobody is asked for it.
            try:
                given = self._forced()
            except LimitReached as reached:
                self._stop(reached)
                return
            if given:
                self.run()
                return
        self.hist = (self.hist, mark)
        self.n_decisions += 1
        self.steps = 0
        self.forced_run = 0
        if self.log_entries is not None:
            forced = not self.auto and self.n_options == 1
            self._note_answer(forced)
        if not self.n_decisions & 63:
            try:
                self.check_decisions()
            except LimitReached as reached:
                self._stop(reached)
                return
        self.run()

    def _stop(self, reached: LimitReached) -> None:
        self.result = (reached.kind, (), reached.what)
        self.frames.clear()
        self.player = None

    def choose_random(self, rng: Any) -> int:
        """Answer uniformly at random; `rng.random()` gives numbers from 0 to 1. The index answered."""
        if self.result is not None:
            raise IllegalChoice("the game is over")
        kind = self.g.question_kinds[self.q]
        if kind <= 1:
            index = int(rng.random() * len(self.opts))
            self.ans = self.opts[index]
            self._go_on(index)
            return index
        answers = self._set_answers() if kind == 2 else order_answers(self.opts)
        index = uniform(rng.random(), answers.total)
        self.ans = answers[index]
        self._go_on(tuple([self.opts.index(x) for x in self.ans]))
        return index

    # ------------------------------------------------------------ ends

    def finish(self, kind: str, players: tuple[int, ...]) -> None:
        """The game is over: "win" by these players, or a "draw" among them."""
        self.result = (kind, players, None)
        self.frames.clear()

    def end_by_ranking(self) -> None:
        """The game is over and the ranking decides; without one it is a draw."""
        ranks = self.g.ranking
        if ranks is None:
            self.finish("draw", self.alive)
            return
        self.result = ("ranking", (), None)
        keys = ranks(self)
        alive = self.alive
        best = max([keys[p] for p in alive]) if alive else None
        self.result = ("ranking", tuple([p for p in alive if keys[p] == best]), None)
        self.frames.clear()

    @property
    def outcome(self) -> Outcome | Any:
        """How the game ended; None while it goes on."""
        return None if self.result is None else outcome_of(self)

    @property
    def verdict(self) -> tuple[str, tuple[int, ...], tuple[int, ...] | None, Sequence[Any] | None]:
        """Kind, winners and scores as its `outcome` has them, sooner, and for each seat what ranks it (higher is better,
        equal ties); for a match that goes on or ran into a limit a limit, and None."""
        if self.result is None:
            return "limit", (), None, None
        kind, players, _ = self.result
        if kind not in ("win", "ranking", "draw"):
            return kind, (), None, None
        scores, keys = scores_of(self)
        if kind == "ranking":
            assert keys is not None
            whole = len(self.alive) == self.players
            standing = keys if whole else [(p in self.alive, keys[p] if p in self.alive else ()) for p in range(self.players)]
            return kind, players, scores, standing
        return kind, players if kind == "win" else (), scores, [p in players for p in range(self.players)]

    # ------------------------------------------------------------ what is shown

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return self.n_turns

    @property
    def chance_settled(self) -> tuple[Any, ...]:
        """Marks that change whenever chance settles something; equal marks of one match:
        nothing was drawn in between."""
        return (tuple(sorted(self.rc.items())), tuple((zone, e[2], e[3]) for zone, e in sorted(self.uz.items())))

    @property
    def phase_name(self) -> str | None:
        return None if self.phase is None else self.g.program.phase_names[self.phase]

    def _note_answer(self, forced: bool) -> None:
        """Note who answers what to which question, with all values as they are, and for which key something is assigned."""
        question = self.g.questions[self.q]
        key = None
        if question.key is not None:
            from rulewright.interpreter.describe import assign_key

            key = assign_key(self, question)
        self.note(("answer", self.player, self.q, self.ans, forced, bool(self.joint), tuple(self.v), key))

    def note(self, entry: Any) -> None:
        """Add to the log of a traced state."""
        if not self.quiet or entry[0] != "out":
            self.log_entries = (self.log_entries, entry, running_lines(self))

    def note_fizzle(self, obj: Any) -> None:
        if self.log_entries is not None:
            self.note(("fizzle", obj))

    def entries(self) -> list[Any]:
        """Everything noted so far, oldest first; empty for untraced states."""
        found = []
        link = self.log_entries
        while link:
            link, entry, _ = link
            found.append(entry)
        return found[::-1]

    @property
    def log(self) -> list[Any]:
        """What happened, in words (traced states)."""
        return self.log_since(())

    @property
    def log_mark(self) -> Any:
        """The place that the log has reached, for `log_since`; that of another match marks nothing."""
        return self.log_entries

    def log_since(self, mark: Any) -> list[Any]:
        """What happened after a mark of this match, in words."""
        from rulewright.interpreter.told import log_of

        return log_of(self, mark)

    @property
    def coverage(self) -> set[str]:
        """What of the rules was reached (traced states): "card ...", "keyword ...", "action ...", "rule ...".

        A card is reached when its text runs or when it comes into play, onto a stack or on the table; a keyword when its
        text runs or when a card that has it printed comes there; the others when they run.
        """
        from rulewright.interpreter.observe import reached

        return reached(self)

    @property
    def history(self) -> list[Any]:
        """All answers since the start: indices, or lists of places for sets and orders; forced ones included."""
        found: list[Any] = []
        link = self.hist
        while link is not None:
            link, mark = link
            found.append(list(mark) if isinstance(mark, tuple) else mark)
        return found[::-1]

    def commits_done(self) -> None:
        """All simultaneous choices of a block are made."""
        if self.log_entries is not None:
            self.note(("commits",))

    def use(self, key: Any, unit: str) -> None:
        """An action's limit is used up."""
        self.used[key] = (unit, self.used.get(key, (unit, 0))[1] + 1)

    # ------------------------------------------------------------ what players know

    def information_state(self, seat: int) -> Any:
        """The record of a seat: what it was asked, answered and saw, in order. Hashable; equal for equal records."""
        from rulewright.interpreter.records import information_state

        return information_state(self, seat)

    def view(self, player: int | None = None) -> View:
        """What a seat may know of the table; None: a spectator."""
        from rulewright.interpreter.views import view_of

        return view_of(self, player)

    def redeal(self, player: int, seed: int) -> State:
        """A state equal to this one for all that a seat knows; the rest is dealt anew, and chance has a new seed."""
        from rulewright.interpreter.redeal import redeal

        return redeal(self, player, seed)

    def redeals(self, player: int) -> Redealer:
        """Gives many redeals of this state for a seat: `deal(seed)`; the state must stay as it is meanwhile."""
        from rulewright.interpreter.redeal import Redealer

        return Redealer(self, player)

    def may_take_back(self, before: State) -> bool:
        """Whether who was asked at `before` may take back what was answered since: nothing became known,
        nobody else was asked."""
        from rulewright.interpreter.undo import may_take_back

        return may_take_back(before, self)

    def why(self, text: str, seat: int | None = None) -> Why:
        """Why a move is or is not offered to who is asked, or why a number is what it is (why.py)."""
        from rulewright.interpreter.why import why

        return why(self, text, seat)

    # ------------------------------------------------------------ scripts

    def enter_turn(self, player: int, phase: str | None) -> None:
        """Scenario form: go to the beginning of a player's turn (or of a phase in it) and stop there, nobody asked.

        Raises UsageError if the game has no turns, or no such phase in them.
        """
        g = self.g
        if g.turn_function is None or not g.chain:
            raise UsageError(f"{g.program.name} has no turns that a scenario could enter")
        if phase is not None and phase not in g.namespace["GOTO"]:
            raise UsageError(f"the turn of {g.program.name} has no phase '{phase}'")
        self.frames.clear()
        for name, block, local, unit in g.chain:
            initial = list(g.namespace[f"L_{name}"])
            names = g.locals_of[name]
            values = [None] * (len(names) - len(initial)) + initial
            if local is not None:
                values[names.index(local)] = player
            if unit is not None:
                self.running += (g.units.index(unit),)
            self.frames.append((g.namespace[f"r_{name}"], block, *values))
        self.frames.append((g.namespace[f"r_{g.turn_function}"], 0, player, *g.namespace[f"L_{g.turn_function}"]))
        self.goto = phase or ""
        self.run()

    def go_on(self) -> None:
        """Scenario form: go on from where `enter_turn` or the start stopped, beginning with a checkpoint."""
        self.run()

    def reask(self) -> None:
        """Scenario form: compute the pending question anew, after something was changed by hand."""
        frame = self.frames.pop()
        self.frames.append((frame[0], self.again, *frame[2:]))
        self.run()

    def value_of(self, number: int) -> Any:
        """Scenario form: the value of an extra expression."""
        return self.g.namespace[f"f_x_value_{number}"](self)

    def perform(self, number: int) -> None:
        """Scenario form: run an extra body as an effect with its checkpoint, then ask the pending question anew."""
        again = self.again if self.player is not None else None
        self.frames.append((_after_extra, again))
        self.frames.append((self.g.namespace[f"r_x_body_{number}"], 0, *self.g.namespace[f"L_x_body_{number}"]))
        self.run()

    # ------------------------------------------------------------ JSON

    def to_json(self) -> dict[str, Any]:
        """The match as JSON data, for `Game.from_json`; UsageError for a state that was made up."""
        from rulewright.interpreter.saves import document

        return document(self)

    def __repr__(self) -> str:
        now = "over" if self.is_over else f"{self.names[self.player or 0]} is asked"
        return f"<State of {self.g.program.name}: {now}>"


def _after_extra(state: State, frame: tuple[Any, ...]) -> bool | None:
    """Behind an extra body: the question that was pending is computed anew; if none was, stop again."""
    if frame[1] is None:
        state.player = None
        state.opts = []
        return True
    below = state.frames.pop()
    state.frames.append((below[0], frame[1], *below[2:]))
    return None


def _range(count: int) -> str:
    return f"a number from 0 to {count - 1}" if count < LARGEST else "the number of one of very many sets"


def _plain(value: Any) -> Any:
    """Frozen sets in order, so that repr is the same in every process."""
    if isinstance(value, frozenset):
        return ("set", *sorted(map(repr, value)))
    if isinstance(value, tuple):
        return tuple(_plain(x) for x in value)
    return value


__all__ = ["DEFAULT_LIMITS", "DEFAULT_NAMES", "State", "UsageError"]
