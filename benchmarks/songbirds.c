/* Random two-player, one-round games of Songbirds in plain C: the yardstick for `make bench`.
 *
 * Written as one would write it for oneself: arrays of small integers, a list of the empty neighbouring spaces before
 * each placement, a card and a space drawn from their lists, all lines added up when the forest is full. Nothing is
 * tuned by hand, nothing is slowed down. It draws with xoshiro256** (Blackman & Vigna 2018) and keeps the mean score, by
 * which it can be checked: 21188/897 = 23.62. Rates are for seconds of the processor, so that other programs do not count.
 *
 *     cc -O2 -o songbirds benchmarks/songbirds.c && ./songbirds 1000000
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SIDE = 5, SPACES = 25, COLOURS = 4, VOLUMES = 7, BIRDS = 28, LINES = 10, PLAYERS = 2, HAND = 13 };

static uint64_t word[4] = {1, 2, 3, 4};

static uint64_t rotated(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static uint64_t next_word(void) {
    uint64_t result = rotated(word[1] * 5, 7) * 9, t = word[1] << 17;
    word[2] ^= word[0];
    word[3] ^= word[1];
    word[1] ^= word[2];
    word[0] ^= word[3];
    word[2] ^= t;
    word[3] = rotated(word[3], 45);
    return result;
}

/* A uniform number in 0..n-1 (Lemire 2019). */
static int below(uint32_t n) {
    uint64_t product = (next_word() >> 32) * n;
    while ((uint32_t)product < n && (uint32_t)product < -n % n) product = (next_word() >> 32) * n;
    return (int)(product >> 32);
}

static void shuffle(int *list, int n) {
    for (int i = n - 1; i > 0; i--) {
        int j = below(i + 1), swapped = list[i];
        list[i] = list[j];
        list[j] = swapped;
    }
}

typedef struct {
    int forest[SIDE][SIDE]; /* bird, -1 for an empty space; colour = bird / 7, volume = bird % 7 + 1 */
    int column_berries[SIDE], row_berries[SIDE];
    int hand[PLAYERS][HAND], held[PLAYERS];
    int score[PLAYERS];
} Game;

static void deal(Game *game) {
    int birds[BIRDS], berries[LINES] = {5, 6, 7, 8, 9, 10, 11, 12, 13, 15};
    for (int bird = 0; bird < BIRDS; bird++) birds[bird] = bird;
    shuffle(birds, BIRDS);
    shuffle(berries, LINES);
    for (int i = 0; i < SIDE; i++) {
        game->column_berries[i] = berries[i];
        game->row_berries[i] = berries[SIDE + i];
    }
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) game->forest[row][column] = -1;
    game->forest[2][2] = birds[0];
    for (int player = 0; player < PLAYERS; player++) {
        for (int i = 0; i < HAND; i++) game->hand[player][i] = birds[1 + player * HAND + i];
        game->held[player] = HAND;
    }
}

static int is_occupied(const Game *game, int row, int column) {
    return row >= 0 && row < SIDE && column >= 0 && column < SIDE && game->forest[row][column] >= 0;
}

static int list_spaces(const Game *game, int *spaces) {
    int n = 0;
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++)
            if (game->forest[row][column] < 0 &&
                (is_occupied(game, row - 1, column) || is_occupied(game, row + 1, column) ||
                 is_occupied(game, row, column - 1) || is_occupied(game, row, column + 1)))
                spaces[n++] = row * SIDE + column;
    return n;
}

static void place(Game *game, int player) {
    int spaces[SPACES], n = list_spaces(game, spaces);
    int card = below(game->held[player]), space = spaces[below(n)];
    game->forest[space / SIDE][space % SIDE] = game->hand[player][card];
    game->hand[player][card] = game->hand[player][--game->held[player]];
}

/* The colour that takes a line: the strongest that shares its strength with no other; -1 if there is none. */
static int taker(const int *strength) {
    int best = -1;
    for (int colour = 0; colour < COLOURS; colour++) {
        int is_tied = 0;
        for (int other = 0; other < COLOURS; other++) is_tied |= other != colour && strength[other] == strength[colour];
        if (!is_tied && strength[colour] > 0 && (best < 0 || strength[colour] > strength[best])) best = colour;
    }
    return best;
}

static void score(Game *game) {
    int berries[COLOURS] = {0};
    for (int line = 0; line < LINES; line++) {
        int strength[COLOURS] = {0};
        for (int i = 0; i < SIDE; i++) {
            int bird = line < SIDE ? game->forest[i][line] : game->forest[line - SIDE][i];
            strength[bird / VOLUMES] += bird % VOLUMES + 1;
        }
        int colour = taker(strength);
        if (colour >= 0) berries[colour] += line < SIDE ? game->column_berries[line] : game->row_berries[line - SIDE];
    }
    for (int player = 0; player < PLAYERS; player++) {
        int favoured = game->hand[player][0];
        game->score[player] = berries[favoured / VOLUMES] + favoured % VOLUMES + 1;
    }
}

int main(int count, char **arguments) {
    long games = count > 1 ? atol(arguments[1]) : 1000000, wins[PLAYERS] = {0}, points = 0;
    struct timespec begun, ended;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begun);
    for (long i = 0; i < games; i++) {
        Game game;
        deal(&game);
        int starter = below(PLAYERS);
        for (int turn = 0; turn < SPACES - 1; turn++) place(&game, (starter + turn) % PLAYERS);
        score(&game);
        points += game.score[0] + game.score[1];
        wins[0] += game.score[0] > game.score[1];
        wins[1] += game.score[1] > game.score[0];
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
    double seconds = (double)(ended.tv_sec - begun.tv_sec) + 1e-9 * (double)(ended.tv_nsec - begun.tv_nsec);
    printf("%.0f games/s\nmean score %.5f, wins %ld and %ld of %ld\n", (double)games / seconds,
           (double)points / (double)(PLAYERS * games), wins[0], wins[1], games);
    return 0;
}
