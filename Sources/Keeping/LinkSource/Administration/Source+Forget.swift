public import PostgreSQL

/// What forgetting a node came to.
public enum NodeRemoval: Sendable, Equatable {
    /// The source lists it no longer, and its counts are among those of all nodes.
    case forgotten
    /// There is no such node; these are known.
    case unknown([String])
    /// It was heard of so many seconds ago, so it runs.
    case isRunning(age: Int64)
}

extension Source {
    /// For how many seconds a node must have been silent to be forgotten.
    public static let silence: Int64 = 300

    /// Removes a node that is gone from the list, and folds its counts. Counts that it has sent are kept, and later ones have
    /// no effect: clicks that it counted and had not sent are gone with it. A node that runs all the same goes on in another
    /// incarnation, and is listed again.
    ///
    /// Portions of clicks that it had of links with a maximum stay used: it may have answered these clicks.
    ///
    /// - Parameter isForced: Whether a node is forgotten that was heard of a moment ago.
    public func forget(node: String, isForced: Bool) async throws(PostgreSQLError) -> NodeRemoval {
        let removal = try await retrying { connection throws(PostgreSQLError) in
            let answers = try await connection.run([SourceStatement.begin, SourceStatement.nodes])
            let nodes = try answers[1].nodes
            let known = nodes.first { $0.name == node }
            if let age = known?.age, isForced || age >= Self.silence {
                _ = try await connection.run([
                    AdministrationStatement.removeNode(node), AdministrationStatement.finishIncarnations(of: node),
                    SourceStatement.commit,
                ])
                return NodeRemoval.forgotten
            }
            _ = try await connection.run([SourceStatement.rollback])
            return known.map { .isRunning(age: $0.age) } ?? .unknown(nodes.map(\.name))
        }
        guard removal == .forgotten else { return removal }
        var folding = CountFolding()
        while !folding.isDone {
            folding = try await retrying { [folding] connection throws(PostgreSQLError) in
                var next = folding
                try await next.step(on: connection)
                return next
            }
        }
        return removal
    }
}
