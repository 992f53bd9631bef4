#ifndef FINGERPOST_CPOSTGRESQL_SHIM_H
#define FINGERPOST_CPOSTGRESQL_SHIM_H

#include <libpq-fe.h>

// Field codes of errors, which are macros with character literals that Swift can't import.
static const int fingerpost_PG_DIAG_SQLSTATE = 'C';
static const int fingerpost_PG_DIAG_MESSAGE_PRIMARY = 'M';
static const int fingerpost_PG_DIAG_MESSAGE_DETAIL = 'D';
static const int fingerpost_PG_DIAG_CONSTRAINT_NAME = 'n';

// libpq prints notices to standard error unless a receiver is set.
static inline void fingerpost_ignore_notice(void *argument, const PGresult *notice) {
    (void)argument;
    (void)notice;
}

#endif
