#ifndef CDISKRECORDER_H
#define CDISKRECORDER_H

#include <stddef.h>
#include <stdint.h>

/// An event on the recorded file.
enum disk_event_kind {
    /// Bytes were written to the page cache.
    disk_write,
    /// Bytes were written to disk, through a descriptor opened with O_DSYNC.
    disk_synced_write,
    /// All previous bytes were synced to disk.
    disk_sync,
    /// The test has added a note.
    disk_note,
};

struct disk_event {
    enum disk_event_kind kind;
    int64_t offset;
    size_t count;
    const uint8_t *bytes;
    uint64_t note;
};

/// Starts recording the file with this path and discards the previous recording.
void disk_record(const char *path);

/// Stops recording. The recording is kept until the next start.
void disk_stop(void);

/// Inserts a note of the test between the events.
void disk_add_note(uint64_t note);

/// The number of events, and one of them.
size_t disk_event_count(void);
struct disk_event disk_event_at(size_t index);

/// Makes calls on the recorded file fail with this errno: all writes after the next `after` ones, or all syncs. 0 makes
/// them succeed again.
void disk_fail_writes(int error, size_t after);
void disk_fail_syncs(int error);

#endif
