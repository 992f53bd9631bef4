import CDiskRecorder

/// The writes to a file, in order.
enum DiskEvent {
    /// Bytes were written to the page cache.
    case write(at: Int, [UInt8])
    /// Bytes were written to the disk synchronously.
    case syncedWrite(at: Int, [UInt8])
    /// All earlier writes were flushed to the disk.
    case sync
    /// The test has received an acknowledgement.
    case note(Int)
}

/// Records the writes to one file at a time.
enum DiskRecording {
    static func begin(_ path: String) {
        // Safe: the path is read within the call.
        unsafe disk_record(path)
    }

    /// Ends the recording and returns it.
    @discardableResult
    static func end() -> [DiskEvent] {
        disk_stop()
        return (0..<disk_event_count()).map { index in
            // Safe: recording has ended, and the bytes stay valid until the next begin.
            let event = unsafe disk_event_at(index)
            let bytes = unsafe [UInt8](UnsafeBufferPointer(start: event.bytes, count: event.count))
            return switch unsafe event.kind {
            case disk_write: unsafe .write(at: Int(event.offset), bytes)
            case disk_synced_write: unsafe .syncedWrite(at: Int(event.offset), bytes)
            case disk_sync: .sync
            default: unsafe .note(Int(event.note))
            }
        }
    }
}
