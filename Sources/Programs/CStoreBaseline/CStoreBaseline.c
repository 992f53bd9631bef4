// A C program that uses LMDB as its documentation recommends: one read transaction that is renewed for each lookup, and
// one write transaction for a load sorted in memory. Runs in its own process, because a process may open an environment
// only once, and because both sides must find their maps warm.
#define _GNU_SOURCE
#include "CStoreBaseline.h"

#include <lmdb.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

uint64_t store_random(uint64_t *state) {
    uint64_t mixed = *state += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

static const char alphabet[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz-";

void store_key(uint64_t number, uint8_t *key) {
    memcpy(key, "example.page.link/", 18);
    // Multiplication by an odd number scatters the bits and is injective.
    uint64_t scattered = number * 0x9E3779B97F4A7C15u;
    for (int index = 0; index < 10; index++) {
        key[18 + index] = alphabet[scattered >> 58];
        scattered <<= 6;
    }
}

// Child process.

static MDB_env *environment;
static MDB_txn *reader;
static MDB_dbi links, created, updated, fingerprints;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void close_file(void) {
    if (environment == NULL) return;
    if (reader != NULL) mdb_txn_abort(reader);
    reader = NULL;
    mdb_env_close(environment);
    environment = NULL;
}

static int open_file(const char *path) {
    MDB_txn *transaction;
    int code = mdb_env_create(&environment);
    if (code != 0) return code;
    mdb_env_set_mapsize(environment, (size_t)1 << 40);
    mdb_env_set_maxdbs(environment, 16);
    mdb_env_set_maxreaders(environment, 510);
    if ((code = mdb_env_open(environment, path, MDB_NOSUBDIR | MDB_NOTLS | MDB_NORDAHEAD, 0640)) != 0
        || (code = mdb_txn_begin(environment, NULL, 0, &transaction)) != 0)
        return code;
    if ((code = mdb_dbi_open(transaction, "links", MDB_CREATE, &links)) != 0
        || (code = mdb_dbi_open(transaction, "created", MDB_CREATE, &created)) != 0
        || (code = mdb_dbi_open(transaction, "updated", MDB_CREATE, &updated)) != 0
        || (code = mdb_dbi_open(transaction, "fingerprints", MDB_CREATE, &fingerprints)) != 0
        || (code = mdb_txn_commit(transaction)) != 0
        || (code = mdb_txn_begin(environment, NULL, MDB_RDONLY, &reader)) != 0)
        return code;
    mdb_txn_reset(reader);
    return 0;
}

static double find(uint64_t seed, uint64_t count_of_links, uint64_t count) {
    uint8_t key_bytes[store_key_count], copy[4096];
    volatile uint64_t sum = 0;
    double start = now();
    for (uint64_t turn = 0; turn < count; turn++) {
        store_key(store_random(&seed) % count_of_links, key_bytes);
        MDB_val key = {store_key_count, key_bytes}, value;
        if (mdb_txn_renew(reader) != 0 || mdb_get(reader, links, &key, &value) != 0) return -1;
        // The length of the long link is at offset 4, the long link at offset 40.
        uint32_t length;
        memcpy(&length, (const uint8_t *)value.mv_data + 4, 4);
        if (length > sizeof copy) return -1;
        memcpy(copy, (const uint8_t *)value.mv_data + 40, length);
        sum += copy[length - 1];
        mdb_txn_reset(reader);
    }
    return (now() - start) * 1e9 / count;
}

struct item {
    uint8_t key[store_key_count];
    uint64_t id, fingerprint;
};

static int by_key(const void *one, const void *other) {
    return memcmp(((const struct item *)one)->key, ((const struct item *)other)->key, store_key_count);
}

static int by_id(const void *one, const void *other) {
    uint64_t left = ((const struct item *)one)->id, right = ((const struct item *)other)->id;
    return left < right ? -1 : left > right;
}

static int by_fingerprint(const void *one, const void *other) {
    uint64_t left = ((const struct item *)one)->fingerprint, right = ((const struct item *)other)->fingerprint;
    return left < right ? -1 : left > right;
}

static void big_endian(uint64_t number, uint8_t *bytes) {
    for (int index = 7; index >= 0; index--, number >>= 8) bytes[index] = (uint8_t)number;
}

static double load(uint64_t first, uint64_t count, uint8_t *record, size_t record_count) {
    double start = now();
    struct item *items = malloc(count * sizeof *items);
    MDB_txn *transaction;
    if (items == NULL || mdb_txn_begin(environment, NULL, 0, &transaction) != 0) return -1;
    for (uint64_t index = 0; index < count; index++) {
        store_key(first + index, items[index].key);
        items[index].id = first + index;
        uint64_t state = first + index;
        items[index].fingerprint = store_random(&state);
    }
    int code = 0;
    qsort(items, count, sizeof *items, by_key);
    for (uint64_t index = 0; index < count && code == 0; index++) {
        MDB_val key = {store_key_count, items[index].key}, value = {record_count, record};
        memcpy(record + 8, &items[index].id, 8);
        code = mdb_put(transaction, links, &key, &value, MDB_NOOVERWRITE);
    }
    qsort(items, count, sizeof *items, by_id);
    for (uint64_t index = 0; index < count && code == 0; index++) {
        uint8_t entry[16];
        big_endian((items[index].id + 1000) ^ (uint64_t)1 << 63, entry);
        big_endian(items[index].id, entry + 8);
        MDB_val key = {16, entry}, value = {store_key_count, items[index].key};
        code = mdb_put(transaction, created, &key, &value, MDB_APPEND);
    }
    for (uint64_t index = 0; index < count && code == 0; index++) {
        uint8_t entry[16];
        big_endian((items[index].id + 1000) ^ (uint64_t)1 << 63, entry);
        big_endian(items[index].id, entry + 8);
        MDB_val key = {16, entry}, value = {store_key_count, items[index].key};
        code = mdb_put(transaction, updated, &key, &value, MDB_APPEND);
    }
    qsort(items, count, sizeof *items, by_fingerprint);
    for (uint64_t index = 0; index < count && code == 0; index++) {
        uint8_t entry[24];
        big_endian(items[index].fingerprint, entry);
        big_endian(0, entry + 8);
        big_endian(items[index].id, entry + 16);
        MDB_val key = {24, entry}, value = {store_key_count, items[index].key};
        code = mdb_put(transaction, fingerprints, &key, &value, 0);
    }
    free(items);
    if (code != 0) {
        mdb_txn_abort(transaction);
        return -1;
    }
    if (mdb_txn_commit(transaction) != 0) return -1;
    return now() - start;
}

// Communication between the processes.

struct question {
    enum { question_open, question_find, question_load } kind;
    uint64_t numbers[3];
    uint8_t bytes[4096];
    size_t byte_count;
};

static int to_child = -1, from_child = -1;
static pid_t child;

static int transfer(int fd, void *bytes, size_t count, ssize_t (*call)(int, void *, size_t)) {
    for (size_t done = 0; done < count;) {
        ssize_t step = call(fd, (uint8_t *)bytes + done, count - done);
        if (step <= 0) return -1;
        done += step;
    }
    return 0;
}

static ssize_t send_some(int fd, void *bytes, size_t count) { return write(fd, bytes, count); }

static void serve(int input, int output) {
    static struct question question;
    while (transfer(input, &question, sizeof question, read) == 0) {
        double answer = 0;
        switch (question.kind) {
        case question_open:
            close_file();
            if (question.byte_count > 0) answer = open_file((const char *)question.bytes);
            break;
        case question_find: answer = find(question.numbers[0], question.numbers[1], question.numbers[2]); break;
        case question_load:
            answer = load(question.numbers[0], question.numbers[1], question.bytes, question.byte_count);
            break;
        }
        if (transfer(output, &answer, sizeof answer, send_some) != 0) break;
    }
    _exit(0);
}

int store_baseline_start(void) {
    int down[2], up[2];
    if (pipe(down) != 0 || pipe(up) != 0) return -1;
    child = fork();
    if (child < 0) return -1;
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        close(down[1]);
        close(up[0]);
        serve(down[0], up[1]);
    }
    close(down[0]);
    close(up[1]);
    to_child = down[1];
    from_child = up[0];
    return 0;
}

static double ask(struct question *question) {
    double answer = -1;
    if (transfer(to_child, question, sizeof *question, send_some) != 0) return -1;
    if (transfer(from_child, &answer, sizeof answer, read) != 0) return -1;
    return answer;
}

int store_baseline_open(const char *path) {
    static struct question question;
    question.kind = question_open;
    question.byte_count = path == NULL ? 0 : strlen(path) + 1;
    if (question.byte_count > sizeof question.bytes) return -1;
    if (path != NULL) memcpy(question.bytes, path, question.byte_count);
    return (int)ask(&question);
}

double store_baseline_find(uint64_t seed, uint64_t links_there, uint64_t count) {
    static struct question question;
    question = (struct question){.kind = question_find, .numbers = {seed, links_there, count}};
    return ask(&question);
}

double store_baseline_load(uint64_t first, uint64_t count, const uint8_t *record, size_t record_count) {
    static struct question question;
    if (record_count > sizeof question.bytes) return -1;
    question = (struct question){.kind = question_load, .numbers = {first, count}, .byte_count = record_count};
    memcpy(question.bytes, record, record_count);
    return ask(&question);
}

void store_baseline_end(void) {
    close(to_child);
    close(from_child);
    waitpid(child, NULL, 0);
}
