import LinkStore
import PostgreSQL

/// One transaction that makes some changes at the source, from its first lock to its commit.
struct SourceTransaction {
    /// A change, and the additional links that it may find, or turned out to need.
    struct Request: Sendable {
        var change: LinkChange
        var otherKeys: [LinkKey] = []
    }

    /// The outcome of a change.
    enum Outcome: Sendable {
        case done(Result<LinkResult, StoreError>)
        /// It must be retried with one more link.
        case needs(LinkKey)
    }

    /// The progress of a transaction that was not acknowledged.
    enum Progress: Equatable {
        case begun
        /// The commit was sent; the outcome is unknown.
        case commitSent
    }

    /// Identifies the transaction at the source, where a row with this key exists if it was committed.
    let key: [UInt8]
    let requests: [Request]
    /// The replica's links whose codes are those of new links in another case.
    let otherSpellings: [LinkKey: LinkRecord]
    /// The time in seconds since 1970, by this node's clock.
    let now: Int64
    private(set) var progress = Progress.begun
    private(set) var outcomes: [Outcome] = []
    private(set) var rows: [ReplicaRow] = []

    /// The seconds for which the source keeps the row of a committed transaction.
    static let lifetime: Int64 = 3_600

    init(_ requests: [Request], key: [UInt8], now: Int64, otherSpellings: [LinkKey: LinkRecord] = [:]) {
        self.requests = requests
        self.key = key
        self.now = now
        self.otherSpellings = otherSpellings
    }

    /// Makes the changes and commits. After an error nothing was changed, unless ``progress`` indicates that the commit
    /// was sent.
    mutating func run(on connection: SourceConnection) async throws(PostgreSQLError) {
        var locked = LockedRows()
        locked.otherSpellings = otherSpellings
        let claims = claims
        let opening = SourceStatement.beginWriting + [SourceStatement.claimRequest(key, seconds: Self.lifetime)]
        let claimed = claims.flatMap(\.statements)
        // Locks are held from here to the commit, over two round trips.
        let answers = try await connection.run(opening + claimed + lockStatements)
        let places = (claims: opening.count, locks: opening.count + claimed.count)
        try read(answers[places.claims..<places.locks], of: claims, into: &locked)
        try read(answers[places.locks...], into: &locked)
        apply(to: &locked)
        try await finish(locked, claims, on: connection)
    }

    private mutating func apply(to locked: inout LockedRows) {
        for request in requests {
            do throws(LockedRows.Stop) {
                outcomes.append(.done(.success(try locked.make(request.change))))
            } catch {
                switch error {
                case .refused(let refusal): outcomes.append(.done(.failure(refusal)))
                case .needs(let key): outcomes.append(.needs(key))
                }
            }
        }
    }

    private mutating func finish(
        _ locked: LockedRows, _ claims: [Claim], on connection: SourceConnection
    ) async throws(PostgreSQLError) {
        var statements = locked.statements
        guard !statements.isEmpty else {
            _ = try await connection.run([SourceStatement.rollback])
            return
        }
        rows = locked.changedRows
        statements += claims.compactMap(\.release)
        progress = .commitSent
        // An error before the commit leaves the transaction failed, and the commit then ends it without effect.
        _ = try await connection.run(statements + [SourceStatement.commit])
    }

    // MARK: - Locks

    /// A row that is locked before the shards.
    private enum Claim {
        case request(RequestMark)
        case fingerprint(SourceFingerprint, Substring, isSought: Bool)

        var statements: [Statement] {
            switch self {
            case .request(let mark):
                [
                    SourceStatement.claimRequest(mark.key.bytes, seconds: SourceTransaction.lifetime),
                    SourceStatement.lockRequest(mark.key.bytes),
                ]
            case .fingerprint(let fingerprint, let code, let isSought):
                [SourceStatement.claim(fingerprint, for: code)]
                    + (isSought ? [SourceStatement.lock(fingerprint)] : [])
            }
        }

        /// Removes the row of a rejected request.
        var release: Statement? {
            guard case .request(let mark) = self else { return nil }
            return SourceStatement.forgetRequest(mark.key.bytes)
        }
    }

    /// In lock order: requests by their keys, then fingerprints.
    private var claims: [Claim] {
        var marks: [[UInt8]: RequestMark] = [:]
        var fingerprints: [SourceFingerprint: (code: Substring, isSought: Bool)] = [:]
        for creation in requests.flatMap(\.change.creations) {
            if let mark = creation.request { marks[mark.key.bytes] = mark }
            guard let key = SourceFingerprint(of: creation.record) else { continue }
            let known = fingerprints[key]
            fingerprints[key] = (
                known?.code ?? creation.record.key.code, (known?.isSought ?? false) || creation.findsExisting
            )
        }
        let requests = marks.keys.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { key in
            marks[key].map { Claim.request($0) }
        }
        let others = fingerprints.sorted { $0.key < $1.key }.map { entry in
            Claim.fingerprint(entry.key, entry.value.code, isSought: entry.value.isSought)
        }
        return requests + others
    }

    private func read(
        _ answers: ArraySlice<Rows>, of claims: [Claim], into locked: inout LockedRows
    ) throws(PostgreSQLError) {
        var answers = answers
        for claim in claims {
            let claimed = answers.popFirst()
            switch claim {
            case .request(let mark):
                guard let found = answers.popFirst(), found.count == 1, !found.isNull(0, 1) else { continue }
                let isInTime = try found.integer(0, 2) > 0
                guard isInTime, let answer = KeptAnswer(found.bytes(0, 1)) else { continue }
                let content = found.bytes(0, 0)
                guard content.count == 16 else { continue }
                locked.answers[mark.key] = (LinkFingerprint(digest: content), answer)
            case .fingerprint(let fingerprint, let code, let isSought):
                if isSought, let found = answers.popFirst() {
                    // The row may have been collected after it was claimed.
                    locked.codes[fingerprint] = found.count == 1 ? try found.text(0, 0) : ""
                } else if claimed?.affected == 1 {
                    locked.codes[fingerprint] = String(code)
                }
            }
        }
    }

    /// The links that the changes may concern, in order.
    private var keys: [LinkKey] {
        var keys: Set<LinkKey> = []
        for request in requests { keys.formUnion(request.change.firstKeys + request.otherKeys) }
        return keys.sorted()
    }

    /// Locks shards in ascending order, one statement each, and then reads the links.
    private var lockStatements: [Statement] {
        let keys = keys
        let shards = Set(keys.map(LinkBody.shard)).sorted()
        return shards.map(SourceStatement.lock) + [SourceStatement.links(keys)]
    }

    private func read(_ answers: ArraySlice<Rows>, into locked: inout LockedRows) throws(PostgreSQLError) {
        var answers = answers
        let keys = keys
        for shard in Set(keys.map(LinkBody.shard)).sorted() {
            guard let state = answers.popFirst() else { throw .answer("a response is missing") }
            locked.add(shard, try LockedShard(state))
        }
        for key in keys { locked.add(key, nil) }
        guard let found = answers.popFirst() else { throw .answer("a response is missing") }
        for number in 0..<found.count {
            let text = try "\(found.text(number, 0))/\(found.text(number, 1))"
            guard let key = LinkKey(text) else { throw .answer("\(text) at the source is not a short link") }
            let row = ReplicaRow(
                key: key, shard: LinkBody.shard(of: key), version: try found.number(number, 2),
                format: UInt8(clamping: try found.integer(number, 3)), body: found.bytes(number, 4))
            guard let record = row.record else {
                throw .answer(
                    "\(text) has format \(row.format) at the source, which this version does not support; upgrade it")
            }
            locked.add(key, record)
        }
    }
}

extension LinkChange {
    /// The creations in a change, including those of its parts.
    var creations: [LinkCreation] {
        switch self {
        case .create(let creation): [creation]
        case .all(let changes), .each(let changes): changes.flatMap(\.creations)
        case .update, .delete, .load, .count, .claim, .target, .journal, .secret, .replicate: []
        }
    }

    /// The links that a change names; for a creation its first choice.
    var firstKeys: [LinkKey] {
        switch self {
        case .create(let creation): [creation.record.key]
        case .update(let key, _, _, _), .delete(let key, _, _): [key]
        case .all(let changes), .each(let changes): changes.flatMap(\.firstKeys)
        case .load, .count, .claim, .target, .journal, .secret, .replicate: []
        }
    }
}
