public import PostgreSQL

/// The result of forgetting a node.
public enum NodeRemoval: Sendable, Equatable {
    /// The node is no longer listed, and its counts are included in those of all nodes.
    case forgotten
    /// There is no such node; these exist.
    case unknown([String])
    /// The node reported this many seconds ago, so it is running.
    case isRunning(age: Int64)
}

extension Source {
    /// The seconds without a heartbeat after which a node may be forgotten.
    public static let silence: Int64 = 300

    /// Removes a dead node from the list, and folds its counts. Counts that it has sent are kept, and later ones are
    /// ignored; clicks that it had not sent yet are lost. A node that is still running continues in another incarnation
    /// and is listed again.
    ///
    /// Its leases of links with a maximum number of clicks count as used, since it may have answered these clicks.
    ///
    /// - Parameter isForced: Whether to forget a node that reported recently.
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
