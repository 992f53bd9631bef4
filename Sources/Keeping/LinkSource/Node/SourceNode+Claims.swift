import ByteText
import Libevent
import LinkStore
import PostgreSQL

/// What apps claim after an installation, each once at all nodes together.
extension SourceNode {
    /// A claim that waits for the source.
    struct ClaimWait {
        let claim: InstallClaim
        let finish: @Sendable (Result<LinkResult, StoreError>) -> Void
    }

    private static let mostClaims = 64
    /// How long the source may take: an app's user waits.
    private static let claimPatience: Duration = .seconds(3)
    /// How much longer than its token a claim is kept, in seconds, since clocks differ.
    private static let claimSlack: Int64 = 3_600

    /// Notes a claim at the source and then here; those that come meanwhile go there together.
    func enqueue(_ wait: ClaimWait) {
        // With nobody to connect to, waiting is of no use to the app.
        guard condition.isReachable, !isStopping else {
            return claimAlone(wait, because: condition.fault ?? "the source has not answered yet")
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

    /// When each claim was made first, and whether that was now.
    private func note(
        _ claims: [InstallClaim]
    ) async throws(PostgreSQLError) -> [(since: Int64, isFirst: Bool)] {
        // In one order at all nodes: one transaction holds several keys.
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
            guard kept.count == 1, kept.bytes(0, 0).count == 8 else { throw .answer("a claim is not as it was noted") }
            noted[index] = (Int64(bitPattern: kept.bytes(0, 0).span.word(at: 0)), answers[2 * place].affected == 1)
        }
        return noted
    }

    /// Apart from the requests that take effect once, whose keys have 16 or 32 bytes.
    private static func key(_ claim: InstallClaim) -> [UInt8] { Array("claim".utf8) + claim.token.bytes }

    /// Notes here what the source knows. It is counted by the node that was first.
    private func claimHere(_ wait: ClaimWait, _ noted: (since: Int64, isFirst: Bool)) {
        var claim = wait.claim
        claim.time = noted.since
        if !noted.isFirst { claim.count = nil }
        store.submit(.claim(claim)) { [since = claim.time] result in
            wait.finish(
                result.map { if case .claimed(let own) = $0 { .claimed(since: min(own, since)) } else { $0 } })
        }
    }

    /// Without the source: a claim that counts once can't be told from a second one, and is not answered.
    private func claimAlone(_ wait: ClaimWait, because reason: String) {
        guard wait.claim.isOnce else { return store.submit(.claim(wait.claim), completion: wait.finish) }
        wait.finish(.failure(.sourceAway(reason: reason)))
    }
}
