import ByteText
import Libevent
import LinkStore
import PostgreSQL

/// Install claims of apps, each granted once across all nodes.
extension SourceNode {
    /// A claim that waits for the source.
    struct ClaimWait {
        let claim: InstallClaim
        let finish: @Sendable (Result<LinkResult, StoreError>) -> Void
    }

    private static let mostClaims = 64
    /// The maximum time for a response from the source, since an app's user is waiting.
    private static let claimPatience: Duration = .seconds(3)
    /// The additional seconds for which a claim outlives its token, to allow for clock skew.
    private static let claimSlack: Int64 = 3_600

    /// Records a claim at the source and then in the store. Claims that arrive during a transaction share the next one.
    func enqueue(_ wait: ClaimWait) {
        // If the source is unreachable, waiting does not help the app.
        guard condition.isReachable, !isStopping else {
            return claimAlone(wait, because: condition.fault ?? "the source has not responded yet")
        }
        claimWaits.append(wait)
        guard !isClaiming else { return }
        isClaiming = true
        Task(executorPreference: loop) { await self.makeClaims() }
    }

    private func makeClaims() async {
        while !claimWaits.isEmpty {
            let waits = Array(claimWaits.prefix(Self.mostClaims))
            claimWaits.removeFirst(waits.count)
            do throws(PostgreSQLError) {
                let noted = try await note(waits.map(\.claim))
                for (wait, first) in zip(waits, noted) { claimHere(wait, first) }
            } catch {
                for wait in waits { claimAlone(wait, because: error.description) }
            }
        }
        isClaiming = false
    }

    /// The time of each claim's first attempt, and whether it is this one.
    private func note(
        _ claims: [InstallClaim]
    ) async throws(PostgreSQLError) -> [(since: Int64, isFirst: Bool)] {
        // All nodes use the same order to avoid deadlocks, since a transaction locks several keys.
        let order = claims.indices.sorted { Self.key(claims[$0]).lexicographicallyPrecedes(Self.key(claims[$1])) }
        let statements = order.flatMap { index in
            let (claim, key) = (claims[index], Self.key(claims[index]))
            let since = (0..<8).map { UInt8(truncatingIfNeeded: claim.time >> Int64(8 * $0)) }
            return [
                SourceStatement.claimInstall(key, since: since, seconds: claim.end - claim.time + Self.claimSlack),
                SourceStatement.installClaim(key),
            ]
        }
        let answers = try await exclusively { connection throws(PostgreSQLError) in
            try await connection.run(statements, deadline: Self.claimPatience)
        }
        var noted = claims.map { (since: $0.time, isFirst: false) }
        for (place, index) in order.enumerated() {
            let kept = answers[2 * place + 1]
            guard kept.count == 1, kept.bytes(0, 0).count == 8 else { throw .answer("the recorded claim is invalid") }
            noted[index] = (Int64(bitPattern: kept.bytes(0, 0).span.word(at: 0)), answers[2 * place].affected == 1)
        }
        return noted
    }

    /// A prefix keeps the keys apart from those of idempotent requests, which have 16 or 32 bytes.
    private static func key(_ claim: InstallClaim) -> [UInt8] { Array("claim".utf8) + claim.token.bytes }

    /// Records the source's result in the store. Only the node of the first claim counts it.
    private func claimHere(_ wait: ClaimWait, _ noted: (since: Int64, isFirst: Bool)) {
        var claim = wait.claim
        claim.time = noted.since
        if !noted.isFirst { claim.count = nil }
        store.submit(.claim(claim)) { [since = claim.time] result in
            wait.finish(
                result.map { if case .claimed(let own) = $0 { .claimed(since: min(own, since)) } else { $0 } })
        }
    }

    /// Handles a claim while the source is unreachable. A one-time claim fails because a repetition could not be
    /// detected.
    private func claimAlone(_ wait: ClaimWait, because reason: String) {
        guard wait.claim.isOnce else { return store.submit(.claim(wait.claim), completion: wait.finish) }
        wait.finish(.failure(.sourceAway(reason: reason)))
    }
}
