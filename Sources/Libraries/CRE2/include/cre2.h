#ifndef CRE2_H
#define CRE2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A compiled RE2 pattern. The handle is opaque since RE2 is a C++ library.
typedef struct cre2_pattern cre2_pattern;

/// Compiles `length` bytes of UTF-8. Returns NULL only if out of memory; check cre2_ok() for success. RE2 logs nothing
/// and keeps its program and caches below `max_memory` bytes.
cre2_pattern *cre2_new(const char *pattern, size_t length, int64_t max_memory);
void cre2_delete(cre2_pattern *pattern);

bool cre2_ok(const cre2_pattern *pattern);
/// The error of a pattern that did not compile. Valid for the pattern's lifetime.
const char *cre2_error(const cre2_pattern *pattern, size_t *length);
/// The part of the pattern that caused the error. Valid for the pattern's lifetime.
const char *cre2_error_argument(const cre2_pattern *pattern, size_t *length);

/// Whether the pattern matches anywhere in the text.
bool cre2_partial_match(const cre2_pattern *pattern, const char *text, size_t length);

#ifdef __cplusplus
}
#endif

#endif
