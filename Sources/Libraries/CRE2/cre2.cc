#include "cre2.h"

#include <re2/re2.h>

#include <new>

struct cre2_pattern {
    RE2 re2;

    cre2_pattern(re2::StringPiece text, const RE2::Options &options) : re2(text, options) {}
};

// Exceptions must not propagate into Swift: RE2 itself throws none, and std::bad_alloc is caught here.
cre2_pattern *cre2_new(const char *pattern, size_t length, int64_t max_memory) {
    try {
        RE2::Options options;
        options.set_log_errors(false);
        options.set_max_mem(max_memory);
        return new (std::nothrow) cre2_pattern(re2::StringPiece(pattern, length), options);
    } catch (...) {
        return nullptr;
    }
}

void cre2_delete(cre2_pattern *pattern) { delete pattern; }

bool cre2_ok(const cre2_pattern *pattern) { return pattern->re2.ok(); }

const char *cre2_error(const cre2_pattern *pattern, size_t *length) {
    *length = pattern->re2.error().size();
    return pattern->re2.error().data();
}

const char *cre2_error_argument(const cre2_pattern *pattern, size_t *length) {
    *length = pattern->re2.error_arg().size();
    return pattern->re2.error_arg().data();
}

// No submatches are requested: RE2 then runs only its DFA and does not allocate once its states are cached.
bool cre2_partial_match(const cre2_pattern *pattern, const char *text, size_t length) {
    return pattern->re2.Match(re2::StringPiece(text, length), 0, length, RE2::UNANCHORED, nullptr, 0);
}
