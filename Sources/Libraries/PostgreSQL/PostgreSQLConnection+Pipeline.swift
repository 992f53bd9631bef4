import CPostgreSQL

/// Statements in pipeline mode (PostgreSQL, section 34.5): many are sent before the first result arrives. After an
/// error, the server skips statements up to the next synchronization point.
extension PostgreSQLConnection {
    /// Switches pipeline mode on or off. No statements may be in progress.
    public func setPipelining(_ isOn: Bool) throws(PostgreSQLError) {
        // Safe: the connection is alive.
        let isDone = unsafe (isOn ? PQenterPipelineMode(handle) : PQexitPipelineMode(handle)) == 1
        if !isDone { throw lost() }
    }

    /// Queues a statement. Its rows are returned in binary format.
    public func send(_ statement: Statement) throws(PostgreSQLError) {
        guard statement.parameters.count <= PQ_QUERY_PARAM_MAX_LIMIT else {
            throw .parameters("\(statement.parameters.count) parameters; a statement has at most 65535")
        }
        let parameters = EncodedParameters(statement.parameters)
        let lengths = parameters.places.map { Int32($0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: lengths.count)
        // One extra byte, so that empty values have an address as well: a null pointer would mean NULL.
        let bytes = parameters.bytes + [0]
        let isQueued = unsafe bytes.withUnsafeBufferPointer { buffer in
            // Safe: each pointer is within the buffer, which outlives the call; libpq copies everything.
            let base = unsafe UnsafeRawPointer(buffer.baseAddress!).assumingMemoryBound(to: CChar.self)
            let values = unsafe parameters.places.map { place in unsafe place.map { unsafe base + $0.lowerBound } }
            return unsafe PQsendQueryParams(
                handle, statement.text, Int32(lengths.count), parameters.types, values, lengths, formats, 1) == 1
        }
        if !isQueued { throw lost() }
    }

    /// Queues a synchronization point: statements before it fail together.
    public func sync() throws(PostgreSQLError) {
        // Safe: the connection is alive.
        if unsafe PQpipelineSync(handle) != 1 { throw lost() }
    }

    /// One item of the results.
    public enum Answer: Sendable {
        /// The result of a statement.
        case rows(Rows)
        /// A statement failed.
        case failed(PostgreSQLError)
        /// A statement was skipped, because an earlier one failed.
        case skipped
        /// The statement has no more results.
        case endOfStatement
        /// All statements before the ``sync()`` were processed.
        case synchronized
        /// The server waits for the rows of a COPY.
        case awaitsCopy
    }

    /// The next item, or `nil` if it has not arrived yet.
    public func nextAnswer() -> Answer? {
        // Safe: the connection is alive; a result is either freed here or owned by its `Rows`.
        guard unsafe PQisBusy(handle) == 0 else { return nil }
        guard let result = unsafe PQgetResult(handle) else { return .endOfStatement }
        switch unsafe PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: return unsafe .rows(Rows(result))
        case let status:
            defer { unsafe PQclear(result) }
            return unsafe answer(status, result)
        }
    }

    private func answer(_ status: ExecStatusType, _ result: OpaquePointer) -> Answer {
        switch status {
        case PGRES_PIPELINE_SYNC: .synchronized
        case PGRES_PIPELINE_ABORTED: .skipped
        case PGRES_COPY_IN: .awaitsCopy
        default: unsafe .failed(failure(result))
        }
    }

    /// The error in a result. Without a SQLSTATE it is an error of libpq itself: the connection was lost.
    private func failure(_ result: OpaquePointer) -> PostgreSQLError {
        // Safe: the fields are texts of the result, which is alive, and are copied.
        func field(_ code: Int32) -> String { unsafe MessageText.line(PQresultErrorField(result, code)) }
        let state = field(fingerpost_PG_DIAG_SQLSTATE)
        guard !state.isEmpty else { return lost() }
        return .server(
            state: state, message: field(fingerpost_PG_DIAG_MESSAGE_PRIMARY),
            detail: field(fingerpost_PG_DIAG_MESSAGE_DETAIL), constraint: field(fingerpost_PG_DIAG_CONSTRAINT_NAME))
    }
}

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
