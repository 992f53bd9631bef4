import CPostgreSQL

/// `COPY … FROM STDIN`, outside of pipeline mode: after ``Answer/awaitsCopy``, pieces are sent, then the end.
extension PostgreSQLConnection {
    /// Queues a piece. Before the next one, the owner should wait until ``flush()`` returns `true`; otherwise all
    /// pieces are buffered in memory.
    public func putCopy(_ piece: [UInt8]) throws(PostgreSQLError) {
        let isQueued = unsafe piece.withUnsafeBytes { bytes in
            // Safe: libpq copies the bytes during the call.
            let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return unsafe start == nil || PQputCopyData(handle, start, Int32(bytes.count)) == 1
        }
        if !isQueued { throw lost() }
    }

    /// Queues the end of the rows.
    ///
    /// - Parameter reason: Why the COPY is aborted and no rows are written, or `nil` to write all.
    public func endCopy(abandonedBecause reason: String? = nil) throws(PostgreSQLError) {
        // Safe: the text is valid during the call.
        if unsafe PQputCopyEnd(handle, reason) != 1 { throw lost() }
    }
}
