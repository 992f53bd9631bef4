#ifndef FINGERPOST_CPOSTGRESQL_SHIM_H
#define FINGERPOST_CPOSTGRESQL_SHIM_H

#include <libpq-fe.h>

// A macro made of a character, which Swift does not see: the field of an error that has the SQLSTATE.
static const int fingerpost_PG_DIAG_SQLSTATE = 'C';
static const int fingerpost_PG_DIAG_MESSAGE_PRIMARY = 'M';
static const int fingerpost_PG_DIAG_MESSAGE_DETAIL = 'D';
static const int fingerpost_PG_DIAG_CONSTRAINT_NAME = 'n';

// libpq prints notices to the standard error output unless a receiver is set.
static inline void fingerpost_ignore_notice(void *argument, const PGresult *notice) {
    (void)argument;
    (void)notice;
}

#endif
