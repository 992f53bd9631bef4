import ByteText
import Libevent
public import LinkStore
import OpenSSL
import PostgreSQL
import Threads

extension SourceNode: LinkWriter {
    /// Queues a change, which is committed at the source and then applied to the local replica. Changes that only
    /// concern this node are applied to the local store. `completion` is called once, on the loop's or the store's
    /// thread.
    public nonisolated func submit(
        _ change: LinkChange, completion: @escaping @Sendable (Result<LinkResult, StoreError>) -> Void
    ) {
        switch change {
        case .count, .target, .journal, .replicate, .secret: store.submit(change, completion: completion)
        case .claim(let claim):
            loop.perform { self.assumeIsolated { $0.enqueue(ClaimWait(claim: claim, finish: completion)) } }
        case .load: completion(.failure(.sourceAway(reason: "run imports of many links at the source itself")))
        case .create, .update, .delete, .all, .each:
            loop.perform { self.assumeIsolated { $0.enqueue(change, completion) } }
        }
    }

    /// A list of changes is split; each is made on its own, in as many transactions as needed.
    private func enqueue(
        _ change: LinkChange, _ completion: @escaping @Sendable (Result<LinkResult, StoreError>) -> Void
    ) {
        let limit = ContinuousClock.now + options.patience
        guard case .each(let changes) = change else {
            return queue.append([ChangeQueue.Work(change, limit: limit, finish: completion)])
        }
        guard !changes.isEmpty else { return completion(.success(.each([]))) }
        let parts = PartialResults(changes.count, completion)
        queue.append(
            changes.enumerated().map { index, change in
                ChangeQueue.Work(change, limit: limit) { parts.set($0, at: index) }
            })
    }

    /// Processes queued changes until the queue is closed.
    func makeChanges() async {
        var connection: SourceConnection?
        while !queue.isClosed {
            let work = queue.take()
            if work.isEmpty {
                await withCheckedContinuation { queue.keep($0) }
            } else {
                await make(work, &connection)
            }
        }
        connection?.close()
    }

    /// Makes changes, with retries, until each is made, rejected or timed out.
    private func make(_ work: [ChangeQueue.Work], _ connection: inout SourceConnection?) async {
        var rest = work
        var tries = 0
        while !rest.isEmpty {
            var transaction = SourceTransaction(
                rest.map(request(for:)), key: SecureRandom.bytes(count: 16), now: WallClock.now.seconds,
                otherSpellings: otherSpellings(rest))
            do throws(PostgreSQLError) {
                let open = try await writable(&connection)
                try await waitForIdentity()
                try await transaction.run(on: open)
                noteSuccess(at: transaction.now)
                if condition.writeFault != nil { note { $0.writeFault = nil } }
                rest = await conclude(transaction, rest)
                tries = 0
                if !transaction.rows.isEmpty { await notifyNodes(through: open) }
            } catch {
                tries += 1
                note { $0.retries += 1 }
                switch await commitResult(of: transaction, after: error, &connection) {
                case .committed: rest = await conclude(transaction, rest)
                case .undone: rest = await remainder(of: rest, after: error, tries, &connection)
                case .unknown:
                    // A retry might apply the changes twice.
                    note { $0.changesRefused[.unknown, default: 0] += UInt64(rest.count) }
                    rest.forEach { $0.end(.failure(.sourceAway(reason: "it is unknown whether the change was made"))) }
                    rest = []
                }
            }
        }
    }

    /// The request for a change, with the replica's oldest links of the inputs of new ones: several, since the change, or
    /// another one, may delete or disable the first. The source has no index of all links of an input, but the latest
    /// one, which may not be in the replica yet.
    private func request(for work: ChangeQueue.Work) -> SourceTransaction.Request {
        var request = work.request
        for creation in request.change.creations where creation.findsExisting {
            request.otherKeys += ((try? store.existing(Self.oldestOfInput, like: creation.record)) ?? []).map(\.key)
        }
        return request
    }

    /// How many of an input's links are read at the source.
    private static var oldestOfInput: Int { 8 }

    /// The replica's links whose codes are those of new links in another case, for sites that ignore case. The source
    /// has no index for this, so two nodes that create such links at the same moment both succeed.
    private func otherSpellings(_ work: [ChangeQueue.Work]) -> [LinkKey: LinkRecord] {
        var found: [LinkKey: LinkRecord] = [:]
        for creation in work.flatMap(\.request.change.creations) where creation.ignoresCase {
            for key in [creation.record.key] + creation.otherKeys where found[key] == nil {
                guard let other = try? store.otherSpelling(of: key) else { continue }
                found[key] = other
            }
        }
        return found
    }

    /// Waits until the follower has recognized the source. Earlier changes could not be applied to a new store, and the
    /// caller would not see its change in the replica.
    private func waitForIdentity() async throws(PostgreSQLError) {
        let limit = ContinuousClock.now + .seconds(5)
        while identity == nil {
            guard !isStopping, ContinuousClock.now < limit else {
                throw .connection("the source has not been recognized yet")
            }
            try? await loop.sleep(for: .milliseconds(5))
        }
    }

    /// Notifies other nodes of changes, at most ten times a second. It uses its own transaction, since a commit with a
    /// notification waits for all others that have one.
    private func notifyNodes(through connection: SourceConnection) async {
        guard options.pokes, ContinuousClock.now - lastNotification > .milliseconds(100) else { return }
        lastNotification = .now
        _ = try? await connection.run([SourceStatement.notify])
    }

    /// A connection without an open transaction.
    private func writable(_ connection: inout SourceConnection?) async throws(PostgreSQLError) -> SourceConnection {
        if let connection, connection.isUsable {
            if connection.isInTransaction { _ = try await connection.run([SourceStatement.rollback]) }
            return connection
        }
        let new = try await open()
        connection = new
        return new
    }

    /// Applies committed changes to the replica, completes them, and returns the changes to retry.
    private func conclude(_ transaction: SourceTransaction, _ work: [ChangeQueue.Work]) async -> [ChangeQueue.Work] {
        if !transaction.rows.isEmpty {
            await takeOver(transaction.rows)
            note { $0.changesMade += UInt64(transaction.rows.count) }
        }
        var rest: [ChangeQueue.Work] = []
        for (outcome, work) in zip(transaction.outcomes, work) {
            switch outcome {
            case .done(let result): end(work, with: result)
            case .needs(let key):
                work.request.otherKeys.append(key)
                rest.append(work)
            }
        }
        return rest
    }

    /// Completes a change once the replica has the links in its result. A link that was found, or is the kept answer to a
    /// repeated request, may have been created through another node, and its client must be able to click it here.
    private func end(_ work: ChangeQueue.Work, with result: Result<LinkResult, StoreError>) {
        let missing = ((try? result.get())?.links ?? []).filter { link in
            guard let known = try? store.link(link.key) else { return true }
            return known.revision < link.revision
        }
        guard !missing.isEmpty else { return work.end(result) }
        // After two seconds, the result is returned nevertheless: the change is made.
        wait(for: missing.map(LinkVersion.init), patience: .seconds(2)) { [finish = work.finish] _ in finish(result) }
    }

    /// Applies rows to the replica ahead of the pages that will contain them.
    private func takeOver(_ rows: [ReplicaRow]) async {
        ahead += rows.filter { afresh[$0.shard] != nil }
        do throws(StoreError) {
            for position in try await replicate(.follow(ReplicaPage(rows: rows))) { adopt(position) }
        } catch {
            // The follower delivers them once the store can be written again.
            report("source: a change is committed but not yet in the local store: \(error)")
        }
    }

    private enum CommitResult { case committed, undone, unknown }

    /// The outcome of a transaction that was not acknowledged.
    private func commitResult(
        of transaction: SourceTransaction, after error: PostgreSQLError, _ connection: inout SourceConnection?
    ) async -> CommitResult {
        guard transaction.progress == .commitSent, error.isConnectionLost else { return .undone }
        let limit = ContinuousClock.now + options.patience
        while ContinuousClock.now < limit, !isStopping {
            do throws(PostgreSQLError) {
                let open = try await writable(&connection)
                // Blocks until the other transaction has ended, if its server has not noticed the lost connection yet.
                let claim = SourceStatement.claimRequest(transaction.key, seconds: SourceTransaction.lifetime)
                let answers = try await open.run([SourceStatement.begin, claim, SourceStatement.rollback])
                return answers[1].affected == 0 ? .committed : .undone
            } catch {
                try? await loop.sleep(for: .milliseconds(100))
            }
        }
        return .unknown
    }

    /// The changes to retry after an error; the others are completed with the error.
    private func remainder(
        of work: [ChangeQueue.Work], after error: PostgreSQLError, _ tries: Int, _ connection: inout SourceConnection?
    ) async -> [ChangeQueue.Work] {
        // The host became a standby; another host may be the primary now.
        if error.isReadOnly { connection?.close() }
        let isMoving = error.isReadOnly && options.address.hosts.count > 1
        let isPassing = error.isRetryable || error.isConnectionLost || isMoving
        if !isPassing { noteRefusal(error) }
        let now = ContinuousClock.now
        // If the source is unreachable, waiting does not help the caller.
        let isAway = error.isConnectionLost && !condition.isReachable
        var rest: [ChangeQueue.Work] = []
        for change in work {
            if isPassing, !isAway, change.limit > now, !isStopping {
                rest.append(change)
            } else {
                note { $0.changesRefused[Self.reason(of: error), default: 0] += 1 }
                change.end(.failure(.sourceAway(reason: error.description)))
            }
        }
        if !rest.isEmpty {
            let longest = min(Int64(5) << Int64(min(tries, 6)), 300)
            try? await loop.sleep(for: .milliseconds(Int64.random(in: 1...longest)))
        }
        return rest
    }
}

extension SourceNode {
    /// Records that the source is reachable but rejects changes.
    private func noteRefusal(_ error: PostgreSQLError) {
        note { $0.writeFault = error.description }
        reportAgain("source: changes are refused: \(error)")
    }

    private static func reason(of error: PostgreSQLError) -> ChangeRefusal {
        if error.isConnectionLost { return .away }
        if error.isReadOnly { return .readOnly }
        return error.isFull ? .full : error.isRetryable ? .contended : .other
    }
}

/// The results of the parts of a change, which arrive one by one on the loop's thread.
private final class PartialResults: Sendable {
    private struct State {
        var results: [Result<LinkResult, StoreError>?]
        var missing: Int
    }

    private let state: Locked<State>
    private let completion: @Sendable (Result<LinkResult, StoreError>) -> Void

    init(_ count: Int, _ completion: @escaping @Sendable (Result<LinkResult, StoreError>) -> Void) {
        state = Locked(State(results: Array(repeating: nil, count: count), missing: count))
        self.completion = completion
    }

    func set(_ result: Result<LinkResult, StoreError>, at index: Int) {
        let all = state.withLock { state in
            state.results[index] = result
            state.missing -= 1
            return state.missing == 0 ? state.results.compactMap(\.self) : nil
        }
        if let all { completion(.success(.each(all))) }
    }
}
