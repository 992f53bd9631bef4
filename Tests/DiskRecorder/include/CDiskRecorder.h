#ifndef CDISKRECORDER_H
#define CDISKRECORDER_H

#include <stddef.h>
#include <stdint.h>

/// What happened to the file that is recorded.
enum disk_event_kind {
    /// Bytes went into the page cache.
    disk_write,
    /// Bytes went to the disk, through a descriptor that was opened with O_DSYNC.
    disk_synced_write,
    /// All bytes before went to the disk.
    disk_sync,
    /// The test has noted something.
    disk_note,
};

struct disk_event {
    enum disk_event_kind kind;
    int64_t offset;
    size_t count;
    const uint8_t *bytes;
    uint64_t note;
};

/// Begins to record what is done to the file with this path, and forgets what was recorded.
void disk_record(const char *path);

/// Ends recording. What was recorded stays until the next begin.
void disk_stop(void);

/// Puts a note of the test's own between the events.
void disk_add_note(uint64_t note);

/// How many events there are, and one of them.
size_t disk_event_count(void);
struct disk_event disk_event_at(size_t index);

/// Lets calls on the recorded file fail with this number of errno: so many writes from now on succeed, then all fail, or
/// syncs do. 0 lets all succeed again.
void disk_fail_writes(int error, size_t after);
void disk_fail_syncs(int error);

#endif
