import CPostgreSQL

/// `COPY … FROM STDIN`, outside pipeline mode: after ``Answer/awaitsCopy`` pieces are put, then the end.
extension PostgreSQLConnection {
    /// Queues a piece. The owner waits until ``flush()`` returns true before the next, or all of it is in memory.
    public func putCopy(_ piece: [UInt8]) throws(PostgreSQLError) {
        let isQueued = unsafe piece.withUnsafeBytes { bytes in
            // Safe: libpq copies the bytes within the call.
            let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return unsafe start == nil || PQputCopyData(handle, start, Int32(bytes.count)) == 1
        }
        if !isQueued { throw lost() }
    }

    /// Queues the end of the rows.
    ///
    /// - Parameter reason: Why none of them is to be written; nil where all are.
    public func endCopy(abandonedBecause reason: String? = nil) throws(PostgreSQLError) {
        // Safe: the text is lent for the call.
        if unsafe PQputCopyEnd(handle, reason) != 1 { throw lost() }
    }
}
