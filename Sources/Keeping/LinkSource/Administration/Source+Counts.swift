public import LinkStore
public import PostgreSQL

extension Source {
    /// The counts of a link on some days, and of longer periods that begin in them, summed over all nodes; `nil` if the
    /// source has no such link, or it was deleted. Nodes send theirs every five seconds.
    ///
    /// - Parameter days: Days since 1970-01-01, UTC.
    public func counts(
        of key: LinkKey, days: ClosedRange<UInt32>
    ) async throws(PostgreSQLError) -> [LinkCount]? {
        let connection = try await connected()
        let links = try await connection.run([SourceStatement.links([key])])[0]
        guard links.count == 1 else { return nil }
        let row = ReplicaRow(
            key: key, shard: LinkBody.shard(of: key), version: try links.number(0, 2),
            format: UInt8(clamping: try links.integer(0, 3)), body: links.bytes(0, 4))
        guard let record = row.record else {
            throw .answer("\(key.text) has a format that this version does not support; upgrade it")
        }
        guard !record.isDeleted else { return nil }
        let counts = SourceStatement.counts(of: record.id, days)
        return try await connection.run([counts])[0].counts(of: record.id)
    }
}
