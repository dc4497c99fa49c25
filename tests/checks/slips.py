"""Rules as people write them before they know the language: near misses of every sort, and what is said about each.

Each slip is made in a game that is right. What is reported stands in GAME.txt, to be read aloud: the right line, the
right cause, what to write instead, and nothing that only follows from it.
"""

SLIPS: dict[str, list[tuple[str, str]]] = {
    "court": [
        (
            'game "Court" for 2 to 6 players',
            'game "Court" for 2-6 players',
        ),
        (
            'game "Court" for 2 to 6 players',
            'game "Court" 2 to 6 players',
        ),
        (
            'game "Court" for 2 to 6 players',
            'game Court for 2 to 6 players',
        ),
        (
            'game "Court" for 2 to 6 players',
            'game "Court" for two to six players',
        ),
        (
            'kind courtier:\n',
            'kind courtier\n',
        ),
        (
            '    role: duke or assassin or captain',
            '    role: duke, assassin, captain',
        ),
        (
            '    each role, 3 of each, named "{role}"',
            '    each role, 3 copies, named "{role}"',
        ),
        (
            '    each role, 3 of each, named "{role}"',
            '    3 of each role',
        ),
        (
            'cards of kind courtier:',
            'cards of courtier:',
        ),
        (
            'deck court, drawn into influence:',
            'deck court drawn into influence:',
        ),
        (
            '    every courtier\n\neach player',
            '    every courtiers\n\neach player',
        ),
        (
            '    every courtier\n\neach player',
            '    all courtiers\n\neach player',
        ),
        (
            'each player has:',
            'each players have:',
        ),
        (
            'each player has:',
            'player has:',
        ),
        (
            'each player has:',
            'every player has:',
        ),
        (
            '    influence: private zone',
            '    influence: secret zone',
        ),
        (
            '    influence: private zone',
            '    influence: zone, private',
        ),
        (
            '    influence: private zone',
            '    influence private zone',
        ),
        (
            '    coins: number, starts 2',
            '    coins: number starts 2',
        ),
        (
            '    coins: number, starts 2',
            '    coins: integer, starts 2',
        ),
        (
            '    coins: number, starts 2',
            '    coins: number, starts at 2',
        ),
        (
            '    coins: number, starts 2',
            '    coins = 2',
        ),
        (
            '    coins: number, starts 2',
            '    coins: 2',
        ),
        (
            '    shuffle court\n    everyone draws 2',
            '    shuffle the court\n    everyone draws 2',
        ),
        (
            '    everyone draws 2',
            '    everyone draw 2',
        ),
        (
            '    everyone draws 2',
            '    everyone draws two',
        ),
        (
            '    everyone draws 2',
            '    everyone draws 2 cards',
        ),
        (
            '    everyone draws 2',
            '    deal 2 cards to everyone',
        ),
        (
            '    everyone draws 2',
            '    each player draws 2',
        ),
        (
            '    everyone draws 2',
            '    all players draw 2',
        ),
        (
            'setup:\n',
            'setup\n',
        ),
        (
            'setup:\n',
            'set up:\n',
        ),
        (
            '    each player clockwise from first_player has turns until count of players is 1',
            '    each player has turns until count of players is 1',
        ),
        (
            '    each player clockwise from first_player has turns until count of players is 1',
            '    players take turns until count of players is 1',
        ),
        (
            '    each player clockwise from first_player has turns until count of players is 1',
            '    each player clockwise from first_player has turns until 1 player is left',
        ),
        (
            '    each player clockwise from first_player has turns until count of players is 1',
            '    each player clockwise from first_player has turns until count of players = 1',
        ),
        (
            '    each player clockwise from first_player has turns until count of players is 1',
            '    each player clockwise from first_player takes turns until count of players is 1',
        ),
        (
            '    choose one of income, foreign_aid,',
            '    choose one of income, foreign_aids,',
        ),
        (
            '    choose one of income, foreign_aid,',
            '    choose one of: income, foreign_aid,',
        ),
        (
            '    choose one of income, foreign_aid, coup,',
            '    choose income or foreign_aid or coup,',
        ),
        (
            '    choose one of income,',
            '    you must choose one of income,',
        ),
        (
            "    always when there is a player p where p's influence is empty: eliminate p",
            "    when p's influence is empty: eliminate p",
        ),
        (
            "    always when there is a player p where p's influence is empty: eliminate p",
            "    always when a player p's influence is empty: eliminate p",
        ),
        (
            "    always when there is a player p where p's influence is empty: eliminate p",
            '    always when there is a player p with no influence: eliminate p',
        ),
        (
            "    always when there is a player p where p's influence is empty: eliminate p",
            "    if there is a player p where p's influence is empty: eliminate p",
        ),
        (
            "    always when there is a player p where p's influence is empty: eliminate p",
            "    always when there is a player p where p's influence is empty, eliminate p",
        ),
        (
            "    always when there is a player p where p's influence is empty: eliminate p",
            '    always when there is a player p where p influence is empty: eliminate p',
        ),
        (
            "    always when there is a player p where p's influence is empty: eliminate p",
            '    always when there is a player p where ps influence is empty: eliminate p',
        ),
        (
            '    choose a courtier c in your influence, asking "Whom do you give up?"',
            '    choose courtier c in your influence',
        ),
        (
            '    choose a courtier c in your influence, asking "Whom do you give up?"',
            '    choose a courtier from your influence',
        ),
        (
            '    choose a courtier c in your influence, asking "Whom do you give up?"',
            '    pick a courtier c in your influence',
        ),
        (
            '    choose a courtier c in your influence, asking "Whom do you give up?"',
            '    choose a courtier c in your influence asking "Whom"',
        ),
        (
            '    move c to your lost',
            '    move c to lost',
        ),
        (
            '    move c to your lost',
            '    move c to the lost',
        ),
        (
            '    move c to your lost',
            '    move d to your lost',
        ),
        (
            '    move c to your lost',
            '    put c into your lost',
        ),
        (
            '    move c to your lost',
            '    move c into your lost',
        ),
        (
            '    move c to your lost',
            '    c moves to your lost',
        ),
        (
            '    move c to your lost',
            '    your lost gets c',
        ),
        (
            '    set believed to no\n',
            '    believed is no\n',
        ),
        (
            '    set believed to no\n',
            '    set believed no\n',
        ),
        (
            '    set believed to no\n',
            '    set believed = no\n',
        ),
        (
            '    set believed to no\n',
            '    set believed to false\n',
        ),
        (
            '    set believed to no\n',
            '    set beleived to no\n',
        ),
    ],
    "draughts": [
        (
            '    grid: 8 by 8 squares, with diagonals',
            '    grid: 8x8 squares, with diagonals',
        ),
        (
            '    grid: 8 by 8 squares, with diagonals',
            '    grid: 8 by 8, with diagonals',
        ),
        (
            '    grid: 8 by 8 squares, with diagonals',
            '    grid 8 by 8 squares',
        ),
        (
            '    grid: 8 by 8 squares, with diagonals',
            '    grid: 8 by 8 squares with diagonals',
        ),
        (
            'board field of squares:',
            'board field:',
        ),
        (
            'each square has:',
            'every square has:',
        ),
        (
            '    man: player or nobody, starts nobody',
            '    man: player, starts nobody',
        ),
        (
            '    man: player or nobody, starts nobody',
            '    man: player or none',
        ),
        (
            '    crowned: yes or no, starts no',
            '    crowned: boolean',
        ),
        (
            "define square s's dark: yes or no",
            "define square's dark: yes or no",
        ),
        (
            "define square s's dark: yes or no",
            'define dark square: yes or no',
        ),
        (
            "define square s's dark: yes or no",
            "define square s's dark yes or no",
        ),
        (
            "    = (s's row + s's column) is even",
            "    (s's row + s's column) is even",
        ),
        (
            "    = (s's row + s's column) is even",
            "    return s's row + s's column is even",
        ),
        (
            "    = (s's row + s's column) is even",
            "    = s's row + s's column",
        ),
        (
            "    = (s's row + s's column) is even",
            "    = (s's row + s's col) is even",
        ),
        (
            "    = start is crowned or goal's row is start's row + p's forward",
            "    = start is crowned or goal's row is start's row + p's forwards",
        ),
        (
            "    = start is crowned or goal's row is start's row + p's forward",
            "    = start is crowned or goal's row = start's row + p's forward",
        ),
        (
            "    = start is crowned or goal's row is start's row + p's forward",
            "    = start crowned or goal's row is start's row + p's forward",
        ),
        (
            "    each dark square s where s's row <= 3: set s's man to first_player",
            "    each dark square s where s's row <= 3:\n    set s's man to first_player",
        ),
        (
            "    each dark square s where s's row <= 3: set s's man to first_player",
            "    each dark square s where s's row <= 3 set s's man to first_player",
        ),
        (
            "    each dark square s where s's row <= 3: set s's man to first_player",
            "    each dark square s in row 1 to 3: set s's man to first_player",
        ),
        (
            "    each dark square s where s's row <= 3: set s's man to first_player",
            '    each dark square s where s.row <= 3: set s.man to first_player',
        ),
        (
            "    set other's forward to 0 - 1",
            "    set other's forward to -1",
        ),
        (
            '    nobody wins\n\nturn',
            '    draw\n\nturn',
        ),
        (
            '    nobody wins\n\nturn',
            '    game over\n\nturn',
        ),
        (
            '    if not moved: lose',
            '    if not moved then lose',
        ),
        (
            '    if not moved: lose',
            '    if not moved: you lose the game',
        ),
        (
            '    if not moved: lose',
            '    unless moved: lose',
        ),
        (
            '    if not moved: lose',
            '    if not moved:\n        lose\n    else:\n        draw 1',
        ),
        (
            "action step (start: a square where start's man is you) to (goal: a dark free square next to start):",
            "action step (start: square where start's man is you) to (goal: a dark free square next to start):",
        ),
        (
            "action step (start: a square where start's man is you) to (goal: a dark free square next to start):",
            'action step start to goal:',
        ),
        (
            "action step (start: a square where start's man is you) to (goal: a dark free square next to start):",
            "action step (a square start where start's man is you) to (goal: a dark free square next to start):",
        ),
        (
            "action step (start: a square where start's man is you) to (goal: a dark free square next to start):",
            "action step (start: a square where start's man is yours) to (goal: a dark free square next to start):",
        ),
        (
            "action step (start: a square where start's man is you) to (goal: a dark free square next to start):",
            "action step (start: a square where start's man is you) to (goal: a dark free square adjacent to start):",
        ),
        (
            "action step (start: a square where start's man is you) to (goal: a dark free square next to start):",
            "action step (start: a square where start's man is you) to (goal: a dark free field next to start):",
        ),
        (
            '    only if forwards: ahead(start, goal, you)',
            '    only if forwards ahead(start, goal, you)',
        ),
        (
            '    only if forwards: ahead(start, goal, you)',
            '    only if forwards: ahead (start, goal, you)',
        ),
        (
            '    only if forwards: ahead(start, goal, you)',
            '    only if forwards: ahead(start, goal)',
        ),
        (
            '    only if forwards: ahead(start, goal, you)',
            '    if forwards: ahead(start, goal, you)',
        ),
        (
            '    only if forwards: ahead(start, goal, you)',
            '    requires ahead(start, goal, you)',
        ),
        (
            '    do: shift start to goal',
            '    shift start to goal',
        ),
        (
            '    do: shift start to goal',
            '    do shift start to goal',
        ),
        (
            '    do: shift start to goal',
            '    effect: shift start to goal',
        ),
        (
            '    do: shift start to goal',
            '    do: shift start goal',
        ),
        (
            '    do: shift start to goal',
            '    do: shift goal from start',
        ),
        (
            'to shift (start: square) to (goal: square):',
            'to shift start (square) to goal (square):',
        ),
        (
            'to shift (start: square) to (goal: square):',
            'to shift(start, goal):',
        ),
        (
            'to shift (start: square) to (goal: square):',
            'verb shift (start: square) to (goal: square):',
        ),
        (
            '        if was_king or goal is not crowned:',
            "        if was_king or goal isn't crowned:",
        ),
        (
            '        if was_king or goal is not crowned:',
            '        if was_king or not goal crowned:',
        ),
        (
            '        if was_king or goal is not crowned:',
            '        if was_king or goal is uncrowned:',
        ),
        (
            '        if was_king or goal is not crowned:',
            '        if was_king or goal is not crowned',
        ),
        (
            "    Ann steps field(3, 1) to field(4, 2)\n    expect field(4, 2)'s man is Ann",
            "    Ann step field(3, 1) to field(4, 2)\n    expect field(4, 2)'s man is Ann",
        ),
        (
            "    Ann steps field(3, 1) to field(4, 2)\n    expect field(4, 2)'s man is Ann",
            "    Ann moves field(3, 1) to field(4, 2)\n    expect field(4, 2)'s man is Ann",
        ),
        (
            "    Ann steps field(3, 1) to field(4, 2)\n    expect field(4, 2)'s man is Ann",
            "    ann steps field(3, 1) to field(4, 2)\n    expect field(4, 2)'s man is Ann",
        ),
        (
            "    Ann steps field(3, 1) to field(4, 2)\n    expect field(4, 2)'s man is Ann",
            "    Ann steps field(3, 1) to field(4, 2)\n    field(4, 2)'s man is Ann",
        ),
        (
            "    Ann steps field(3, 1) to field(4, 2)\n    expect field(4, 2)'s man is Ann",
            "    when Ann steps field(3, 1) to field(4, 2)\n    then field(4, 2)'s man is Ann",
        ),
        (
            'scenario "men go forwards" with Ann, Bob:',
            'scenario "men go forwards":',
        ),
        (
            'scenario "men go forwards" with Ann, Bob:',
            'scenario "men go forwards" with Ann and Bob:',
        ),
        (
            'scenario "men go forwards" with Ann, Bob:',
            'scenario "men go forwards" with Ann:',
        ),
        (
            'scenario "men go forwards" with Ann, Bob:',
            'scenario men go forwards with Ann, Bob:',
        ),
        (
            "    given field(4, 4)'s man is Bob\n",
            "    given field(4, 4)'s man = Bob\n",
        ),
        (
            "    given field(4, 4)'s man is Bob\n",
            "    set field(4, 4)'s man to Bob\n",
        ),
        (
            "    given field(4, 4)'s man is Bob\n",
            "    given field(4, 14)'s man is Bob\n",
        ),
        (
            "    given field(4, 4)'s man is Bob\n",
            "    given field(4)'s man is Bob\n",
        ),
        (
            "    given field(4, 4)'s man is Bob\n",
            '    given field(4, 4) is Bob\n',
        ),
        (
            "    given field(4, 4)'s man is Bob\n",
            '    given Bob is on field(4, 4)\n',
        ),
        (
            "    given field(4, 4)'s man is Bob\n",
            "    given field(4, 4)'s man is Cal\n",
        ),
        (
            "    given field(4, 4)'s man is Bob\n",
            "    Given field(4, 4)'s man is Bob\n",
        ),
        (
            "    given field(4, 4)'s man is Bob\n",
            "\tgiven field(4, 4)'s man is Bob\n",
        ),
        (
            "    given field(4, 4)'s man is Bob\n",
            "   given field(4, 4)'s man is Bob\n",
        ),
        (
            "    given field(4, 4)'s man is Bob\n",
            "\xa0   given field(4, 4)'s man is Bob\n",
        ),
        (
            "    given field(4, 4)'s man is Bob\n",
            '    given field(4, 4)’s man is Bob\n',
        ),
        (
            'game "Draughts" for 2 players',
            'game “Draughts” for 2 players',
        ),
        (
            'asking "Whom do you capture next?"',
            'asking “Whom do you capture next?”',
        ),
    ],
    "garden": [
        (
            'kind plant is a living\n',
            'kind plant is living\n',
        ),
        (
            'kind plant is a living\n',
            'kind plant: living\n',
        ),
        (
            'kind plant is a living\n',
            'kind plant extends living\n',
        ),
        (
            '    name       copies  size\n    "Daisy"         8     1',
            '    name       copies  size\n    "Daisy"         8',
        ),
        (
            '    name       copies  size\n    "Daisy"         8     1',
            '    name       copies  size\n    Daisy         8     1',
        ),
        (
            '    name       copies  size\n    "Daisy"         8     1',
            '    name,       copies,  size\n    "Daisy",         8,     1',
        ),
        (
            '    name       copies  size\n    "Daisy"         8     1',
            '    "Daisy"         8     1',
        ),
        (
            '    name       copies  size\n    "Daisy"         8     1',
            '    name       count  size\n    "Daisy"         8     1',
        ),
        (
            'card "Bee":\n',
            'card Bee:\n',
        ),
        (
            'card "Bee":\n',
            'card "bee":\n',
        ),
        (
            'card "Bee":\n',
            'cards "Bee":\n',
        ),
        (
            'card "Bee":\n',
            'card: "Bee"\n',
        ),
        (
            '    each plant of you in play has +1 worth',
            '    each plant of yours in play has +1 worth',
        ),
        (
            '    each plant of you in play has +1 worth',
            '    all plants of you in play have +1 worth',
        ),
        (
            '    each plant of you in play has +1 worth',
            '    your plants in play have +1 worth',
        ),
        (
            '    each plant of you in play has +1 worth',
            '    each plant of you in play gets +1 worth',
        ),
        (
            '    each plant of you in play has +1 worth',
            '    each plant of you in play has 1 more worth',
        ),
        (
            '    each plant of you in play has +1 worth',
            '    each plant of you in play has worth +1',
        ),
        (
            '    each plant of you in play has +1 worth',
            '    plants have +1 worth',
        ),
        (
            '    when this enters play:\n        choose an enemy plant p in play',
            '    when this comes into play:\n        choose an enemy plant p in play',
        ),
        (
            '    when this enters play:\n        choose an enemy plant p in play',
            '    when this is played:\n        choose an enemy plant p in play',
        ),
        (
            '    when this enters play:\n        choose an enemy plant p in play',
            '    when you play this:\n        choose an enemy plant p in play',
        ),
        (
            '    when this enters play:\n        choose an enemy plant p in play',
            '    when this enters the battlefield:\n        choose an enemy plant p in play',
        ),
        (
            '    when this enters play:\n        choose an enemy plant p in play',
            '    on enter:\n        choose an enemy plant p in play',
        ),
        (
            '    when this enters play:\n        choose an enemy plant p in play',
            '    when this enters play\n        choose an enemy plant p in play',
        ),
        (
            '    when this enters play:\n        choose an enemy plant p in play',
            '    whenever this enters play:\n        choose an enemy plant p in play',
        ),
        (
            '        choose an enemy plant p in play',
            "        choose an opponent's plant p in play",
        ),
        (
            '        choose an enemy plant p in play',
            '        choose an opposing plant p in play',
        ),
        (
            '        choose an enemy plant p in play',
            '        choose target plant p',
        ),
        (
            'card "Spade": tool, 4 copies',
            'card "Spade": tool x4',
        ),
        (
            'card "Spade": tool, 4 copies',
            'card "Spade" (tool, 4 copies)',
        ),
        (
            'card "Spade": tool, 4 copies',
            'card "Spade": tools, 4 copies',
        ),
        (
            'card "Spade": tool, 4 copies',
            'card "Spade": 4 copies',
        ),
        (
            'card "Spade": tool, 4 copies',
            'card "Spade": tool, 4 copy',
        ),
        (
            "    add 1 to c's bites",
            '    add 1 to c.bites',
        ),
        (
            "    add 1 to c's bites",
            "    c's bites + 1",
        ),
        (
            "    add 1 to c's bites",
            "    increase c's bites by 1",
        ),
        (
            "    add 1 to c's bites",
            "    add one to c's bites",
        ),
        (
            "    add 1 to c's bites",
            '    add 1 bite to c',
        ),
        (
            "    add 1 to c's bites",
            '    c gets 1 bite',
        ),
        (
            '    set season to spring\n    shuffle seeds',
            '    season = spring\n    shuffle seeds',
        ),
        (
            '    set season to spring\n    shuffle seeds',
            '    set season to winter\n    shuffle seeds',
        ),
        (
            '    set season to spring\n    shuffle seeds',
            '    set the season to spring\n    shuffle seeds',
        ),
        (
            '        you may choose one of plant_it, dig, rest',
            '        you may choose one of plant, dig, rest',
        ),
        (
            '        you may choose one of plant_it, dig, rest',
            '        may choose one of plant_it, dig, rest',
        ),
        (
            '        you may choose one of plant_it, dig, rest',
            '        you may: plant_it, dig, rest',
        ),
        (
            '        you may choose one of plant_it, dig, rest',
            '        you can choose one of plant_it, dig, rest',
        ),
        (
            '        you may choose one of plant_it, dig, rest',
            '        up to 2 times, you may choose one of plant_it, dig, rest',
        ),
        (
            '        you may choose one of plant_it, dig, rest',
            '        twice, you may choose one of plant_it, dig, rest',
        ),
        (
            '    phase planting:\n',
            '    phase Planting:\n',
        ),
        (
            '    phase planting:\n',
            '    planting phase:\n',
        ),
        (
            '    only if awake: you are not resting',
            '    only if awake: not you are resting',
        ),
        (
            '    only if awake: you are not resting',
            '    only if awake: you are not tired',
        ),
        (
            '    only if awake: you are not resting',
            '    only if awake you are not resting',
        ),
        (
            '    only if awake: you are not resting',
            '    only when awake: you are not resting',
        ),
        (
            '        if season is spring: earn 1\n        otherwise: earn 2',
            '        if season is spring: earn 1 else earn 2',
        ),
        (
            '        if season is spring: earn 1\n        otherwise: earn 2',
            '        if season is spring: earn 1\n        otherwise earn 2',
        ),
        (
            '        if season is spring: earn 1\n        otherwise: earn 2',
            '        earn 1 if season is spring\n        earn 2 otherwise',
        ),
        (
            "    always when there is a plant c in play where c's worth <= 0: discard c",
            "    always when there is a plant c in play where c's worth is 0 or less: discard c",
        ),
        (
            "    always when there is a plant c in play where c's worth <= 0: discard c",
            '    always when there is a plant c in play with worth <= 0: discard c',
        ),
        (
            "    always when there is a plant c in play where c's worth <= 0: discard c",
            '    always when a plant in play has no worth: discard it',
        ),
        (
            "    always when there is a plant c in play where c's worth <= 0: discard c",
            "    always when there is a plant c in play where c's worth =< 0: discard c",
        ),
        (
            "    p's bloom, highest first",
            "    p's bloom, highest",
        ),
        (
            "    p's bloom, highest first",
            "    highest p's bloom",
        ),
        (
            "    p's bloom, highest first",
            '    most bloom wins',
        ),
        (
            'ranking of player p:',
            'ranking:',
        ),
        (
            'ranking of player p:',
            'ranking of players:',
        ),
        (
            'word season: spring or autumn',
            'word season: spring, autumn',
        ),
        (
            'word season: spring or autumn',
            'word season = spring or autumn',
        ),
        (
            "define living c's worth: number\n",
            'define worth of living c: number\n',
        ),
        (
            "define living c's worth: number\n",
            "define living c's worth\n",
        ),
        (
            "    = c's size - c's bites",
            "    = c's size minus c's bites",
        ),
        (
            "    = total c's worth over each plant c of p in play",
            "    = sum of c's worth over each plant c of p in play",
        ),
        (
            "    = total c's worth over each plant c of p in play",
            '    = total worth of plants of p in play',
        ),
        (
            "    = total c's worth over each plant c of p in play",
            "    = total c's worth over plants c of p in play",
        ),
    ],
    "duel": [
        (
            '    target p: another player\n    effect: hurt p for 1',
            '    target: another player p\n    effect: hurt p for 1',
        ),
        (
            '    target p: another player\n    effect: hurt p for 1',
            '    target another player p\n    effect: hurt p for 1',
        ),
        (
            '    target p: another player\n    effect: hurt p for 1',
            '    target p: another player\n    hurt p for 1',
        ),
        (
            '    target p: another player\n    effect: hurt p for 1',
            '    target p: another player\n    effects: hurt p for 1',
        ),
        (
            '    target p: another player\n    effect: hurt p for 1',
            '    target p: another player\n    do: hurt p for 1',
        ),
        (
            '    effect: counter s',
            '    effect: cancel s',
        ),
        (
            '    strength 1\n    when your turn ends:',
            '    strength: 1\n    when your turn ends:',
        ),
        (
            '    strength 1\n    when your turn ends:',
            '    strength = 1\n    when your turn ends:',
        ),
        (
            '    strength 1\n    when your turn ends:',
            '    strenght 1\n    when your turn ends:',
        ),
        (
            '    strength 1\n    when your turn ends:',
            '    strength 1\n    at the end of your turn:',
        ),
        (
            '    order: last in, first out',
            '    order: lifo',
        ),
        (
            '    order: last in, first out',
            '    order: last in first out',
        ),
        (
            '    respond: each player clockwise from active_player',
            '    respond: everyone',
        ),
        (
            "    then: move this to its owner's discard",
            '    then: discard this',
        ),
        (
            'stack chain:',
            'stack: chain',
        ),
        (
            'action cast (s: a spell in your hand), onto chain, at any time:',
            'action cast (s: a spell in your hand) onto chain, at any time:',
        ),
        (
            'action cast (s: a spell in your hand), onto chain, at any time:',
            'action cast (s: a spell in your hand), at any time:',
        ),
        (
            'action cast (s: a spell in your hand), onto chain, at any time:',
            'action cast (s: a spell in your hand), onto chian, at any time:',
        ),
        (
            '    only if quick: s is a ward or (you are active_player and chain is empty)',
            '    only if quick: s is a ward or you are active_player and chain is empty',
        ),
        (
            '    once a turn\n',
            '    once per turn\n',
        ),
        (
            '    once a turn\n',
            '    once turn\n',
        ),
        (
            '    always when count of players is 1: everyone wins',
            '    always when count of players is 1: they win',
        ),
        (
            '    always when count of players is 1: everyone wins',
            '    always when there is one player: everyone wins',
        ),
        (
            '    always when count of players is 1: everyone wins',
            '    always when count of players is 1: win the game',
        ),
        (
            '        each other player p: hurt p for its strength',
            '        each other player p: hurt p for this strength',
        ),
        (
            '        each other player p: hurt p for its strength',
            '        each opponent p: hurt p for its strength',
        ),
        (
            '        each other player p: hurt p for its strength',
            '        each other player: hurt them for its strength',
        ),
        (
            '        each other player p: hurt p for its strength',
            '        hurt each other player for its strength',
        ),
        (
            '        each other player p: hurt p for its strength',
            '        hurt all other players for its strength',
        ),
        (
            'until count of players is 1 or turns_taken >= 30',
            'until count of players is 1 or turns taken >= 30',
        ),
        (
            'until count of players is 1 or turns_taken >= 30',
            'until count of players is 1 and/or turns_taken >= 30',
        ),
        (
            "    subtract n from victim's life",
            "    victim's life -= n",
        ),
        (
            "    subtract n from victim's life",
            "    subtract n victim's life",
        ),
        (
            "    subtract n from victim's life",
            '    victim loses n life',
        ),
    ],
}
