"""The syntax tree: what `parse` gives. All nodes are frozen; `span` says where each was read and takes no part in `==`.

`XxxDecl` stands at the left edge of a file, `XxxStmt` is done, `XxxExpr` (and the types) has a value, `XxxItem` is a
part.
`Word(text)` is one word, `Text(text)` a text in quotes or the doc text of a block. Lists are tuples.

declarations (nodes_decl)
    GameDecl            game "Kuhn Poker" for 2 to 4 players
    UseDecl             use "common/standard_deck.rules"
    OptionDecl          option goal: 50 to 200, normally 100
    WordDecl            word place: head or tail
    HasDecl             each player in battle has: / the table has:       MemberItem, IndexedItem
    KindDecl, CardDecl  kind dragon is a sky_card: / card "Queen": dragon
                        AbilitiesItem, StatsItem, PartItem, TargetItem, OwnItem
    CardsDecl           cards of kind dragon:                              RowItem, GeneratorItem
    DeckDecl            deck sky_deck:                                     EveryItem, CopiesItem
    BoardDecl           board sky of dots:
                        RingItem, TrackItem, GridItem, SingleItem, RegionItem, LineItem
    DieDecl, StackDecl  die d6: 1 to 6 / stack spells:                     OrderItem, RespondItem, ThenItem, ObjectsItem,
                                                                          TriggersItem
    GroupDecl           group pack of characters:                          SumsItem, SharesItem
    BringsDecl          each player brings a deck:                         DeckLimitItem
    OptionsDecl         options:                                           OnlyIfItem
    LayoutDecl          layout:                                            LayoutItem

definitions, actions, flow (nodes_flow)
    DefineMemberDecl    define player p's strength: number
                        ValueItem, CaseItem, OtherwiseItem, AddendItem
    DefineFunctionDecl  define joined(d: direction): yes or no
    ActionDecl          action fly to (goal: a dot next to your dragon):   OnlyIfItem, LimitItem, PartItem, TargetItem
    VerbDecl, CostDecl  to discard (c: card): / cost faith_for (c: card) by (s: character):
    KeywordDecl         keyword flying:
    RoundDecl, TurnDecl, SetupDecl, PlayDecl, RankingDecl, RuleDecl

phrases: the grammar knows no verbs. A phrase is a row of slots, each a preposition and a row of expressions:
    move d to p's hand  PhraseItem((SlotItem(None, (move, d)), SlotItem("to", (p's hand,))))
    Ann plays "X" at head   the subject is simply the first part; the resolver finds the verb
    a trigger's event and what a restriction forbids are a Pattern: one row of expressions and little words

standing text (nodes_stmt)
    TriggerItem         when EVENT[, first | , instead]:
    AsSoonAsItem        as soon as C:                  AlwaysItem      always when C:
    ModifyItem          this has +2 shown for each storm in your front
    SetAttributeItem    this has 6 strength / has at least 0 strength
    SetFlagItem         l is closed                    LosesItem       each face_down card has no abilities
    EntersItem          each card enters play drained  ControlItem     you control f
    CannotItem, OnlyCanItem, CanDespiteItem            WhileItem       while C:

statements (nodes_stmt)
    PhraseStmt, PhraseBlockStmt (c visits v's area:), LetStmt, StopStmt
    ChooseStmt, ChooseBlockStmt, MayStmt, AssignStmt   with PickingItem, OneOfItem, TimesItem
    EachStmt, TurnsStmt, IfStmt, RepeatStmt, PhaseStmt, UntilStmt

expressions (nodes_expr)
    NumberExpr 3  PercentExpr 28%  TextExpr "Queen"  NameExpr p  PersonExpr Ann  PronounExpr you/this/it/they
    MemberExpr p's hand, your hand   CallExpr distance(a, b)   ParenExpr (a)   ArithmeticExpr a + b
    CountExpr   OverExpr
    OrExpr AndExpr NotExpr CompareExpr IsExpr IsEmptyExpr IsInExpr IsInSomeExpr IsOnExpr IsNextToExpr
    IsAExpr IsACardExpr
    BetweenExpr NeitherExpr KindExpr ThereIsExpr PathExpr CanExpr DidExpr
    GroupExpr (enemy dragons d in play where ...)  NumbersExpr (number n from 1 to 4)
    AllExpr TheExpr FirstExpr RandomExpr ListExpr
    TypeName EitherType RangeType ChoiceType (a dot next to your dragon)

tests and variants (nodes_test)
    VariantDecl         ChangeItem, ReplaceItem, AddItem, RemoveItem, InsertItem, ReplacePhaseItem,
                        ReplaceLinesItem, RemoveLinesItem (EditPlace),
                        NeedsItem, ExcludesItem, ComesAfterItem
    SituationDecl, ScenarioDecl   GivenItem, GivenOnItem, GivenTurnItem, GivenRollItem, GivenDrawItem,
                        GivenRandomItem, GivenOptionItem, GivenPhraseItem, MakeItem, MoveItem,
                        AnswerItem, AssignedItem, ExpectItem, ExpectListItem, ExpectCanItem,
                        ExpectAskedItem, ExpectEventItem, ExpectErrorItem
    InvariantDecl, MeasureDecl, ExperimentDecl (PlayGamesItem, ExpectItem), BotDecl (PreferItem, ValuePositionItem)
"""

from __future__ import annotations

from rulewright.dsl.nodes_base import *  # noqa: F403
from rulewright.dsl.nodes_decl import *  # noqa: F403
from rulewright.dsl.nodes_expr import *  # noqa: F403
from rulewright.dsl.nodes_flow import *  # noqa: F403
from rulewright.dsl.nodes_stmt import *  # noqa: F403
from rulewright.dsl.nodes_test import *  # noqa: F403
