// Interposes the calls by which LMDB writes (symbols of the program take precedence over libc's), records those on one
// file, and forwards all of them to the kernel.
#define _GNU_SOURCE
#include "CDiskRecorder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char recorded[PATH_MAX];
static volatile int is_on;
static struct disk_event *events;
static size_t event_count, event_room;
static int write_error, sync_error;
static size_t writes_left;

static int is_recorded(int fd) {
    char link[64], path[PATH_MAX];
    if (!is_on) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t count = readlink(link, path, sizeof path - 1);
    if (count <= 0) return 0;
    path[count] = 0;
    return strcmp(path, recorded) == 0;
}

static struct disk_event *add(enum disk_event_kind kind) {
    if (event_count == event_room) {
        event_room = event_room ? 2 * event_room : 1024;
        events = realloc(events, event_room * sizeof *events);
        if (events == NULL) abort();
    }
    struct disk_event *event = &events[event_count++];
    memset(event, 0, sizeof *event);
    event->kind = kind;
    return event;
}

static void add_write(int fd, int64_t offset, const struct iovec *parts, int part_count, size_t count) {
    int flags = fcntl(fd, F_GETFL);
    uint8_t *bytes = malloc(count ? count : 1);
    if (bytes == NULL) abort();
    size_t filled = 0;
    for (int part = 0; part < part_count && filled < count; part++) {
        size_t length = parts[part].iov_len < count - filled ? parts[part].iov_len : count - filled;
        memcpy(bytes + filled, parts[part].iov_base, length);
        filled += length;
    }
    struct disk_event *event = add(flags & O_DSYNC ? disk_synced_write : disk_write);
    event->offset = offset;
    event->count = count;
    event->bytes = bytes;
}

// Whether the write should fail. Counts the writes that succeed.
static int fails(void) {
    if (write_error == 0) return 0;
    if (writes_left > 0) {
        writes_left--;
        return 0;
    }
    errno = write_error;
    return 1;
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
    if (!is_recorded(fd)) return syscall(SYS_pwrite64, fd, bytes, count, offset);
    pthread_mutex_lock(&lock);
    ssize_t done = fails() ? -1 : syscall(SYS_pwrite64, fd, bytes, count, offset);
    struct iovec part = {(void *)bytes, count};
    if (done > 0) add_write(fd, offset, &part, 1, done);
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t writev(int fd, const struct iovec *parts, int part_count) {
    if (!is_recorded(fd)) return syscall(SYS_writev, fd, parts, part_count);
    pthread_mutex_lock(&lock);
    int64_t offset = syscall(SYS_lseek, fd, 0, SEEK_CUR);
    ssize_t done = fails() ? -1 : syscall(SYS_writev, fd, parts, part_count);
    if (done > 0) add_write(fd, offset, parts, part_count, done);
    pthread_mutex_unlock(&lock);
    return done;
}

static int record_sync(int fd, long call) {
    if (!is_recorded(fd)) return syscall(call, fd);
    pthread_mutex_lock(&lock);
    int done = 0;
    if (sync_error != 0) {
        errno = sync_error;
        done = -1;
    } else if ((done = syscall(call, fd)) == 0) {
        add(disk_sync);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

int fdatasync(int fd) { return record_sync(fd, SYS_fdatasync); }

int fsync(int fd) { return record_sync(fd, SYS_fsync); }

void disk_record(const char *path) {
    pthread_mutex_lock(&lock);
    for (size_t index = 0; index < event_count; index++) free((void *)events[index].bytes);
    event_count = 0;
    write_error = sync_error = 0;
    snprintf(recorded, sizeof recorded, "%s", path);
    is_on = 1;
    pthread_mutex_unlock(&lock);
}

void disk_stop(void) {
    pthread_mutex_lock(&lock);
    is_on = 0;
    write_error = sync_error = 0;
    pthread_mutex_unlock(&lock);
}

void disk_add_note(uint64_t note) {
    pthread_mutex_lock(&lock);
    add(disk_note)->note = note;
    pthread_mutex_unlock(&lock);
}

size_t disk_event_count(void) { return event_count; }

struct disk_event disk_event_at(size_t index) { return events[index]; }

void disk_fail_writes(int error, size_t after) {
    pthread_mutex_lock(&lock);
    write_error = error;
    writes_left = after;
    pthread_mutex_unlock(&lock);
}

void disk_fail_syncs(int error) {
    pthread_mutex_lock(&lock);
    sync_error = error;
    pthread_mutex_unlock(&lock);
}
