/* What playouts in C need of the engine: zones, piles, chance. It does what interpreter/runtime does in Python.

   Before this text stand the sizes of the settled game (N_ZONES, N_CARDS and so on, MOST for lists) and its tables (ORDERED,
   PUBLIC, FACE, ZONE_OWNER, PILE_STREAM, DIE_STREAM). One game at a time lives in the globals here.
   Whatever is out of the ordinary sets `exc` to BAIL; then the playout is made in Python instead, which knows what to say.
*/

typedef long long ll;
typedef unsigned long long u64;
typedef unsigned int u32;

#define NONE ((ll)1 << 63)
#define BAIL 1
#define OVER 2
#define ENDED 3
#define LARGEST 1000000000000000000LL

void *memmove(void *, const void *, __SIZE_TYPE__);
void *memset(void *, int, __SIZE_TYPE__);
#define memcpy memmove

/* The state. Lists are counted: `z_n[zone]` cards in `z[zone]`. */
int z[N_ZONES + 1][N_CARDS + 1], z_n[N_ZONES + 1];
int at[N_CARDS + 1];
ll own[N_CARDS + 1];
ll v[N_VALUES + 1];
/* Piles whose order is unsettled: cards from `low` up to `high` lie in no order yet; `drawn` draws of shuffle `number`. */
int uz_on[N_ZONES + 1], uz_low[N_ZONES + 1], uz_high[N_ZONES + 1], uz_number[N_ZONES + 1], uz_drawn[N_ZONES + 1];
int n_unsettled;
int shuffles[N_ZONES + 1], rolled[N_STREAMS + 1];
ll s_act, s_first, s_dir, s_quiet, s_changes, s_steps, s_n_decisions, s_n_forced, s_n_turns, s_turn_start, s_idle_turns;
ll s_n_options_seen, s_most_options, s_forced_run, s_lo, s_hi, s_player, s_phase;
ll marked, marks; /* whether the game is won, and a bit for each winner */
int exc, ended_unit;

static ll bail(void) { exc = BAIL; return 0; }

/* ---------------------------------------------------------------- numbers */

static ll floor_div(ll a, ll b) {
    ll q;
    if (!b) return bail();
    q = a / b;
    return a % b && (a < 0) != (b < 0) ? q - 1 : q;
}

static ll modulo(ll a, ll b) {
    ll r;
    if (!b) return bail();
    r = a % b;
    return r && (r < 0) != (b < 0) ? r + b : r;
}

static ll divide(ll a, ll b, ll up) { return up ? -floor_div(-a, b) : floor_div(a, b); }

static ll multiply(ll a, ll b) {
    ll limit = 3000000000LL;
    if (a > limit || a < -limit || b > limit || b < -limit) return bail();
    return a * b;
}

static ll small(ll number) { return number > LARGEST || number < -LARGEST ? bail() : number; }

static ll checked(ll index, ll size) { return index < 0 || index >= size ? bail() : index; }

static ll truth(ll value) { return value != 0 && value != NONE; }

/* Where Python would refuse to reckon with nothing. */
static ll number(ll value) { return value == NONE ? bail() : value; }

/* ---------------------------------------------------------------- BLAKE2b (RFC 7693), keyed */

static const u64 IV[8] = {
    0x6a09e667f3bcc908ULL, 0xbb67ae8584caa73bULL, 0x3c6ef372fe94f82bULL, 0xa54ff53a5f1d36f1ULL,
    0x510e527fade682d1ULL, 0x9b05688c2b3e6c1fULL, 0x1f83d9abfb41bd6bULL, 0x5be0cd19137e2179ULL,
};
#define TURN(x, n) (((x) >> (n)) | ((x) << (64 - (n))))
#define MIX(a, b, c, d, x, y) \
    a += b + (x); d ^= a; d = TURN(d, 32); c += d; b ^= c; b = TURN(b, 24); \
    a += b + (y); d ^= a; d = TURN(d, 16); c += d; b ^= c; b = TURN(b, 63);

#define ROUND(i, j, k, l, n, o, p, q, r, s, t, u, w, x, y, e) \
    MIX(a0, b0, c0, d0, m[i], m[j]) MIX(a1, b1, c1, d1, m[k], m[l]) \
    MIX(a2, b2, c2, d2, m[n], m[o]) MIX(a3, b3, c3, d3, m[p], m[q]) \
    MIX(a0, b1, c2, d3, m[r], m[s]) MIX(a1, b2, c3, d0, m[t], m[u]) \
    MIX(a2, b3, c0, d1, m[w], m[x]) MIX(a3, b0, c1, d2, m[y], m[e])

static void compress(u64 *h, const u64 *m, u64 count, int last) {
    u64 a0 = h[0], a1 = h[1], a2 = h[2], a3 = h[3], b0 = h[4], b1 = h[5], b2 = h[6], b3 = h[7];
    u64 c0 = IV[0], c1 = IV[1], c2 = IV[2], c3 = IV[3];
    u64 d0 = IV[4] ^ count, d1 = IV[5], d2 = last ? ~IV[6] : IV[6], d3 = IV[7];
    /* The permutations of RFC 7693, section 2.7; written out, since this compiler makes no loops quicker. */
    ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3)
    ROUND(11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4)
    ROUND(7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8)
    ROUND(9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13)
    ROUND(2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9)
    ROUND(12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11)
    ROUND(13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10)
    ROUND(6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5)
    ROUND(10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0)
    ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3)
    h[0] ^= a0 ^ c0; h[1] ^= a1 ^ c1; h[2] ^= a2 ^ c2; h[3] ^= a3 ^ c3;
    h[4] ^= b0 ^ d0; h[5] ^= b1 ^ d1; h[6] ^= b2 ^ d2; h[7] ^= b3 ^ d3;
}

/* The hash that has taken in its key of 16 bytes. */
static void keyed(u64 *h, const unsigned char *key) {
    u64 block[16];
    int i;
    memset(block, 0, 128);
    memcpy(block, key, 16);
    for (i = 0; i < 8; i++) h[i] = IV[i];
    h[0] ^= 0x01010000ULL ^ (16 << 8) ^ 64;
    compress(h, block, 128, 0);
}

/* The digest of a text of at most 128 bytes, as eight words in the machine's order. */
static void digest(const u64 *begun, const char *text, int length, u64 *h) {
    u64 block[16];
    memset(block, 0, 128);
    memcpy(block, text, length);
    memcpy(h, begun, 64);
    compress(h, block, 128 + length, 1);
}

static u64 turned(u64 x) {
    x = (x & 0x00ff00ff00ff00ffULL) << 8 | (x >> 8 & 0x00ff00ff00ff00ffULL);
    x = (x & 0x0000ffff0000ffffULL) << 16 | (x >> 16 & 0x0000ffff0000ffffULL);
    return x << 32 | x >> 32;
}

static int put_text(char *to, const char *text) {
    int n = 0;
    while (text[n]) { to[n] = text[n]; n++; }
    return n;
}

static int put_number(char *to, ll x) {
    char digits[24];
    int n = 0, i;
    do { digits[n++] = '0' + x % 10; x /= 10; } while (x);
    for (i = 0; i < n; i++) to[i] = digits[n - 1 - i];
    return n;
}

/* ---------------------------------------------------------------- chance (interpreter/chance.py) */

static u64 chance_key[8];
static u64 words[8];
static ll words_zone, words_number, words_block;

/* Word `word` of `n` equally likely outcomes: the high half of word * n. */
static ll share(u64 word, u64 n) { return ((word >> 32) * n + ((word & 0xffffffffULL) * n >> 32)) >> 32; }

static void eight_words(const char *text, int length) {
    int i;
    digest(chance_key, text, length, words);
    for (i = 0; i < 8; i++) words[i] = turned(words[i]);
}

/* A draw from a shuffled pile: a number from 0 to n - 1. */
static ll pile_draw(ll zone, ll number, ll drawn, ll n) {
    if (words_zone != zone || words_number != number || words_block != drawn >> 3) {
        char text[128];
        int length = put_text(text, PILE_STREAM[zone]);
        text[length++] = '/';
        length += put_number(text + length, number);
        text[length++] = '/';
        length += put_number(text + length, drawn >> 3);
        eight_words(text, length);
        words_zone = zone; words_number = number; words_block = drawn >> 3;
    }
    return share(words[drawn & 7], n);
}

static ll roll(ll stream, const ll *faces, ll n) {
    char text[128];
    int length, index = rolled[stream];
    s_changes++;
    if (n <= 1) return faces[0];
    rolled[stream]++;
    length = put_text(text, DIE_STREAM[stream]);
    text[length++] = '/';
    length += put_number(text + length, index >> 3);
    eight_words(text, length);
    words_zone = -1;
    return faces[share(words[index & 7], n)];
}

/* ---------------------------------------------------------------- the luck of those who choose (interpreter/luck.py) */

static u64 luck_key[8];
static u32 luck[N_PLAYERS][16];
static int luck_next[N_PLAYERS], luck_end[N_PLAYERS], luck_block[N_PLAYERS];

static void sixteen(const char *text, int length, u32 *to) {
    u64 h[8];
    int i;
    digest(luck_key, text, length, h);
    for (i = 0; i < 8; i++) {
        u64 word = turned(h[i]);
        to[2 * i] = word >> 32;
        to[2 * i + 1] = word;
    }
}

static void begin_luck(void) {
    u32 first[16];
    int seat;
    for (seat = 0; seat < N_PLAYERS; seat++) {
        if (seat % 4 == 0) {
            char text[32];
            int length = put_text(text, "bots/");
            length += put_number(text + length, seat / 4);
            sixteen(text, length, first);
        }
        memcpy(luck[seat], first + seat % 4 * 4, 16);
        luck_next[seat] = 0;
        luck_end[seat] = 4;
        luck_block[seat] = 0;
    }
}

/* The seat's next choice among n: a number from 0 to n - 1. */
static ll chosen(ll seat, ll n) {
    if (seat < 0 || seat >= N_PLAYERS || n >= 1 << 16) return bail();
    if (luck_next[seat] == luck_end[seat]) {
        char text[32];
        int length = put_text(text, "bot/");
        length += put_number(text + length, seat);
        text[length++] = '/';
        length += put_number(text + length, luck_block[seat]++);
        sixteen(text, length, luck[seat]);
        luck_next[seat] = 0;
        luck_end[seat] = 16;
    }
    return (u64)luck[seat][luck_next[seat]++] * n >> 32;
}

/* ---------------------------------------------------------------- zones (interpreter/runtime/zones.py) */

static int place_of(ll zone, ll card) {
    int i;
    for (i = 0; i < z_n[zone]; i++)
        if (z[zone][i] == card) return i;
    bail();
    return 0;
}

static void settle_away(ll zone) {
    if (uz_on[zone]) { uz_on[zone] = 0; n_unsettled--; }
}

static void take_out(ll zone, int i) {
    int *cards = z[zone];
    int n = --z_n[zone];
    memmove(cards + i, cards + i + 1, (n - i) * sizeof(int));
    if (uz_on[zone]) {
        if (i < uz_low[zone]) { uz_low[zone]--; uz_high[zone]--; }
        else if (i < uz_high[zone]) uz_high[zone]--;
        if (uz_high[zone] - uz_low[zone] < 1 || !n) settle_away(zone);
    }
}

static void put_in(ll zone, ll card, ll last) {
    int *cards = z[zone];
    int n = z_n[zone]++;
    int i = n;
    if (!ORDERED[zone]) {
        while (i && cards[i - 1] > card) { cards[i] = cards[i - 1]; i--; }
        cards[i] = card;
    } else if (last) {
        cards[n] = card;
    } else {
        memmove(cards + 1, cards, n * sizeof(int));
        cards[0] = card;
        if (uz_on[zone]) { uz_low[zone]++; uz_high[zone]++; }
    }
    at[card] = zone;
}

static ll would_stay(ll card, ll to, ll last) {
    if (at[card] != to) return 0;
    if (!ORDERED[to]) return 1;
    return !uz_on[to] && z[to][last ? z_n[to] - 1 : 0] == card;
}

static void move_one(ll card, ll to, ll last) {
    if (card == NONE) return;
    if (card < 0 || card >= N_CARDS || to < 0 || to >= N_ZONES) { bail(); return; }
    if (would_stay(card, to, last)) return;
    take_out(at[card], place_of(at[card], card));
    put_in(to, card, last);
    s_changes++;
}

static void move_to_set(ll card, ll to) { move_one(card, to, 0); }

static void sort_cards(int *cards, int n) {
    int i, j;
    for (i = 1; i < n; i++) {
        int card = cards[i];
        for (j = i; j && cards[j - 1] > card; j--) cards[j] = cards[j - 1];
        cards[j] = card;
    }
}

static void move_many(const ll *cards, ll n, ll to, ll last) {
    ll i;
    if (to < 0 || to >= N_ZONES) { bail(); return; }
    if (n > 2 && !ORDERED[to] && !n_unsettled) {
        static unsigned char going[N_CARDS + 1];
        int moved = 0, zone, k, kept;
        for (i = 0; i < n; i++) {
            if (cards[i] == NONE) continue;
            if (cards[i] < 0 || cards[i] >= N_CARDS) { bail(); return; }
            if (at[cards[i]] != to && !going[cards[i]]) { going[cards[i]] = 1; moved++; }
        }
        for (zone = 0; zone < N_ZONES; zone++) {
            if (zone == to || !z_n[zone]) continue;
            for (k = kept = 0; k < z_n[zone]; k++)
                if (!going[z[zone][k]]) z[zone][kept++] = z[zone][k];
            z_n[zone] = kept;
        }
        for (k = 0; k < N_CARDS; k++)
            if (going[k]) { z[to][z_n[to]++] = k; at[k] = to; going[k] = 0; }
        sort_cards(z[to], z_n[to]);
        s_changes += moved;
        return;
    }
    for (i = last ? 0 : n - 1; i >= 0 && i < n; i += last ? 1 : -1) {
        if (cards[i] != NONE && (cards[i] < 0 || cards[i] >= N_CARDS)) { bail(); return; }
        move_one(cards[i], to, last);
    }
}

static void shuffle(ll zone) {
    if (zone < 0 || zone >= N_ZONES) { bail(); return; }
    s_changes++;
    if (z_n[zone] < 2) { settle_away(zone); return; }
    sort_cards(z[zone], z_n[zone]);
    if (!ORDERED[zone]) return;
    if (!uz_on[zone]) { uz_on[zone] = 1; n_unsettled++; }
    uz_low[zone] = 0;
    uz_high[zone] = z_n[zone];
    uz_number[zone] = ++shuffles[zone];
    uz_drawn[zone] = 0;
}

/* Settle the first cards of a pile, up to `count`. */
static void settle_first(ll zone, ll count) {
    int *cards = z[zone];
    if (count <= uz_low[zone]) return;
    while (uz_low[zone] < count && uz_low[zone] < uz_high[zone]) {
        int low = uz_low[zone], place, card;
        place = low + pile_draw(zone, uz_number[zone], uz_drawn[zone]++, uz_high[zone] - low);
        card = cards[place];
        memmove(cards + low + 1, cards + low, (place - low) * sizeof(int));
        cards[low] = card;
        uz_low[zone]++;
    }
    if (uz_high[zone] - uz_low[zone] <= 1) settle_away(zone);
}

static void settle(ll zone) {
    if (uz_on[zone]) settle_first(zone, uz_high[zone]);
}

static ll first_card(ll zone) {
    if (zone < 0 || zone >= N_ZONES) return bail();
    if (uz_on[zone] && uz_low[zone] == 0) {
        int *cards = z[zone];
        int high = uz_high[zone], place = pile_draw(zone, uz_number[zone], uz_drawn[zone], high), card = cards[place];
        memmove(cards + 1, cards, place * sizeof(int));
        cards[0] = card;
        if (high - 1 < 1) settle_away(zone);
        else { uz_low[zone] = 1; uz_drawn[zone]++; }
    }
    return z_n[zone] ? z[zone][0] : NONE;
}

static ll last_card(ll zone) {
    if (zone < 0 || zone >= N_ZONES) return bail();
    if (uz_on[zone] && uz_high[zone] == z_n[zone]) {
        int *cards = z[zone];
        int low = uz_low[zone], high = uz_high[zone];
        int place = low + pile_draw(zone, uz_number[zone], uz_drawn[zone], high - low), card = cards[place];
        memmove(cards + place, cards + place + 1, (high - 1 - place) * sizeof(int));
        cards[high - 1] = card;
        if (high - 1 - low < 1) settle_away(zone);
        else { uz_high[zone]--; uz_drawn[zone]++; }
    }
    return z_n[zone] ? z[zone][z_n[zone] - 1] : NONE;
}

/* Of cards alike in one zone the first is an option for them all (choosable in interpreter/runtime/choices.py); in a row
   that everybody sees each has a place of its own. Looks at `cards` from `first` on; how many cards there are then. */
static ll unlike(ll *cards, ll first, ll n) {
    ll i, k, kept = first;
    for (i = first; i < n; i++) {
        ll card = checked(cards[i], N_CARDS);
        int zone = at[card];
        for (k = first; k < kept; k++)
            if (FACE[cards[k]] == FACE[card] && at[cards[k]] == zone && !(ORDERED[zone] && PUBLIC[zone])) break;
        if (k == kept) cards[kept++] = card;
    }
    return kept;
}

/* Of several cards of a name the first that takes part in the match. */
static ll any_named(const ll *cards, ll n) {
    ll i;
    if (!n) return bail();
    for (i = 0; i < n; i++)
        if (at[cards[i]] != 0 && at[cards[i]] != 2 && at[cards[i]] != 3) return cards[i];
    return cards[0];
}

/* The first `count` cards of a pile, as a batch. */
static void move_first(ll from, ll count, ll to, ll last) {
    static ll batch[N_CARDS + 1];
    ll i;
    if (from < 0 || from >= N_ZONES || to < 0 || to >= N_ZONES || count == NONE) { bail(); return; }
    if (count > z_n[from]) count = z_n[from];
    if (count <= 0) return;
    if (uz_on[from] && !uz_low[from] && count <= uz_high[from] && !ORDERED[to] && from != to && !uz_on[to]) {
        for (i = 0; i < count; i++) {
            int place = pile_draw(from, uz_number[from], uz_drawn[from]++, uz_high[from]), card = z[from][place];
            memmove(z[from] + place, z[from] + place + 1, (--z_n[from] - place) * sizeof(int));
            uz_high[from]--;
            put_in(to, card, 0);
            s_changes++;
        }
        if (uz_high[from] <= 1) settle_away(from);
        return;
    }
    if (uz_on[from]) {
        if (count > uz_low[from]) settle_first(from, count);
    }
    for (i = 0; i < count; i++) batch[i] = z[from][i];
    move_many(batch, count, to, last);
}

static void move_all(ll from, ll to, ll last) {
    static ll batch[N_CARDS + 1];
    int i, n;
    if (from < 0 || from >= N_ZONES || to < 0 || to >= N_ZONES) { bail(); return; }
    n = z_n[from];
    if (!n) return;
    if (from != to && !uz_on[from] && !uz_on[to] && !ORDERED[to]) {
        for (i = 0; i < n; i++) put_in(to, z[from][i], 0);
        z_n[from] = 0;
        s_changes += n;
        return;
    }
    if (uz_on[from] && ORDERED[to]) settle(from);
    for (i = 0; i < n; i++) batch[i] = z[from][i];
    move_many(batch, n, to, last);
}

static ll draw_one(ll pile, ll into, ll refill) {
    ll card;
    if (pile < 0 || pile >= N_ZONES || into < 0 || into >= N_ZONES) return bail();
    if (!z_n[pile] && refill != NONE && z_n[refill]) {
        static ll batch[N_CARDS + 1];
        int i, n = z_n[refill];
        for (i = 0; i < n; i++) batch[i] = z[refill][i];
        move_many(batch, n, pile, 0);
        shuffle(pile);
    }
    if (!z_n[pile]) return 0;
    if (uz_on[pile] && !uz_low[pile] && !ORDERED[into] && pile != into) {
        int high = uz_high[pile], place = pile_draw(pile, uz_number[pile], uz_drawn[pile], high);
        card = z[pile][place];
        memmove(z[pile] + place, z[pile] + place + 1, (--z_n[pile] - place) * sizeof(int));
        if (high == 1) settle_away(pile);
        else { uz_high[pile]--; uz_drawn[pile]++; }
        put_in(into, card, 0);
        s_changes++;
        return 1;
    }
    card = first_card(pile);
    move_one(card, into, 0);
    return 1;
}

static void draw_cards(ll pile, ll into, ll refill, ll count) {
    if (count == NONE) { bail(); return; }
    while (count-- > 0 && !exc && draw_one(pile, into, refill)) {}
}

/* ---------------------------------------------------------------- players, steps and ends */

static ll turn_order(ll start, ll step, ll i) { return modulo(start + step * i, N_PLAYERS); }

static void tick(void) {
    if (++s_steps >= 1000) bail();
}

static void counted(ll n) {
    s_steps += 1 + (n >> 6);
    if (s_steps >= 1000) bail();
}

static void turn_tick(void) {
    if (s_n_turns >= MOST_TURNS) { bail(); return; }
    if (s_turn_start == s_n_decisions) {
        if (++s_idle_turns >= 1000) bail();
    } else s_idle_turns = 0;
    s_turn_start = s_n_decisions;
}

static void check_decisions(void) {
    if (s_n_decisions > MOST_DECISIONS || s_n_decisions - s_turn_start > MOST_TURN_DECISIONS) bail();
}

static void set_owners(void) {
    int i;
    for (i = 0; i < N_CARDS; i++) own[i] = ZONE_OWNER[at[i]];
}

static ll settle_ends(void) { return marked; }

/* A number that is the same in the same position, and hardly ever in another. */
static ll position(void) {
    u64 h = 1469598103934665603ULL;
    int i, k;
#define TAKE(x) h = (h ^ (u64)(x)) * 1099511628211ULL; h ^= h >> 29;
    for (i = 0; i < N_ZONES; i++) {
        TAKE(z_n[i])
        for (k = 0; k < z_n[i]; k++) { TAKE(z[i][k]) }
        if (uz_on[i]) { TAKE(uz_low[i] + 1) TAKE(uz_high[i]) }
    }
    for (i = 0; i < N_VALUES; i++) { TAKE(v[i]) }
    TAKE(s_act) TAKE(s_first) TAKE(s_dir) TAKE(s_phase) TAKE(marked) TAKE(marks)
    return (ll)(h >> 1);
}

/* One answer that is a set of `s_lo` to `s_hi` of n items: their places; sets by size, then in order. */
static ll chosen_set(ll n, ll seat, ll *places) {
    ll total = 0, index, size, i, place;
    static ll ways[65][65];
    if (n > 64) return bail();
    if (!ways[0][0])
        for (i = 0; i < 65; i++)
            for (place = 0; place <= i; place++)
                ways[i][place] = place == 0 || place == i ? 1
                    : ways[i - 1][place - 1] + ways[i - 1][place] > LARGEST ? LARGEST
                    : ways[i - 1][place - 1] + ways[i - 1][place];
    for (size = s_lo; size <= s_hi; size++) total += ways[n][size];
    if (total >= 1 << 16) return bail();
    if (total == 1) {
        s_n_forced++;
        if (++s_forced_run >= 1000) return bail();
        index = 0;
    } else {
        s_forced_run = 0;
        index = chosen(seat, total);
        if (total > s_most_options) s_most_options = total;
    }
    s_n_options_seen += total;
    s_steps = 0;
    s_n_decisions++;
    if (!(s_n_decisions & 63)) check_decisions();
    for (size = s_lo; index >= ways[n][size]; size++) index -= ways[n][size];
    for (i = place = 0; i < size; place++) {
        ll with = ways[n - place - 1][size - i - 1];
        if (index < with) places[i++] = place;
        else index -= with;
    }
    return size;
}

/* Whether spaces of `ok` join one of the starts to one of the goals. */
static ll has_path(const ll *starts, ll n_starts, const ll *goals, ll n_goals, const unsigned char *ok) {
    static unsigned char wanted[N_SPACES + 1], seen[N_SPACES + 1];
    static int queue[N_SPACES + 1];
    ll i, first = 0, last = 0, k;
    memset(wanted, 0, N_SPACES + 1);
    memset(seen, 0, N_SPACES + 1);
    for (i = 0; i < n_goals; i++) wanted[checked(goals[i], N_SPACES)] = 1;
    for (i = 0; i < n_starts; i++) {
        ll here = checked(starts[i], N_SPACES);
        if (ok[here] && !seen[here]) { seen[here] = 1; queue[last++] = here; }
    }
    while (first < last) {
        int here = queue[first++];
        if (wanted[here]) return 1;
        for (k = NEIGHBOUR_START[here]; k < NEIGHBOUR_START[here + 1]; k++) {
            int there = NEIGHBOUR[k];
            if (!seen[there] && ok[there]) { seen[there] = 1; queue[last++] = there; }
        }
    }
    return 0;
}

/* ---------------------------------------------------------------- a playout */

/* In order: how it ended (0 by the ranking, OVER by winners, BAIL not at all), the winners' bits, the scalars below, the
   numbers, the owners, where each card lies, each zone's cards after their count, what is left of each pile that is
   unsettled after its number, and how often each pile was shuffled and each stream drawn from. */
ll result[16 + N_VALUES + 2 * N_CARDS + N_ZONES + N_CARDS + 5 * N_ZONES + N_ZONES + N_STREAMS + 2];

static ll fn0(void);
ll run(const unsigned char *key, const unsigned char *bots) {
    ll n = 0;
    int i, k;
    keyed(chance_key, key);
    keyed(luck_key, bots);
    words_zone = -1;
    begin_luck();
    for (i = 0; i < N_ZONES; i++) { z_n[i] = 0; uz_on[i] = 0; shuffles[i] = 0; }
    for (i = 0; i < N_STREAMS; i++) rolled[i] = 0;
    for (i = 0; i < N_CARDS; i++) own[i] = NONE;
    for (i = 0; i < N_DEALT; i++) {
        int zone = START_ZONE[i], card = START_CARD[i];
        z[zone][z_n[zone]++] = card;
        at[card] = zone;
    }
    for (i = 0; i < N_VALUES; i++) v[i] = START_VALUE[i];
    n_unsettled = 0;
    s_act = s_phase = NONE;
    s_first = s_quiet = s_changes = s_steps = s_n_decisions = s_n_forced = s_n_turns = s_turn_start = s_idle_turns = 0;
    s_n_options_seen = s_most_options = s_forced_run = s_lo = s_hi = 0;
    s_dir = 1;
    s_player = NONE;
    marked = marks = exc = 0;
    fn0();
    if (exc && exc != OVER) return 0;
    result[n++] = exc;
    result[n++] = marks;
    result[n++] = s_n_decisions;
    result[n++] = s_n_forced;
    result[n++] = s_n_turns;
    result[n++] = s_turn_start;
    result[n++] = s_n_options_seen;
    result[n++] = s_most_options;
    result[n++] = s_act;
    result[n++] = s_first;
    result[n++] = s_dir;
    result[n++] = s_phase;
    for (i = 0; i < N_VALUES; i++) result[n++] = v[i];
    for (i = 0; i < N_CARDS; i++) result[n++] = own[i];
    for (i = 0; i < N_CARDS; i++) result[n++] = at[i];
    for (i = 0; i < N_ZONES; i++) {
        result[n++] = z_n[i];
        for (k = 0; k < z_n[i]; k++) result[n++] = z[i][k];
    }
    for (i = 0; i < N_ZONES; i++) result[n++] = shuffles[i];
    for (i = 0; i < N_STREAMS; i++) result[n++] = rolled[i];
    for (i = 0; i < N_ZONES; i++) {
        if (!uz_on[i]) continue;
        result[n++] = i;
        result[n++] = uz_low[i];
        result[n++] = uz_high[i];
        result[n++] = uz_number[i];
        result[n++] = uz_drawn[i];
    }
    return n;
}
