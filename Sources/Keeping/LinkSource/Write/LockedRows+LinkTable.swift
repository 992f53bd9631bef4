import Libevent
import LinkStore

extension LockedRows: LinkTable {
    /// The reason a change was not made.
    enum Stop: Error {
        case refused(StoreError)
        /// The change needs a link that was not read.
        case needs(LinkKey)
    }

    typealias Failure = Stop

    static func rejection(_ reason: StoreError) -> Stop { .refused(reason) }

    /// Makes a change, or changes nothing.
    mutating func make(_ change: LinkChange) throws(Stop) -> LinkResult {
        guard case .all = change else { return try apply(change) }
        let before = self
        do throws(Stop) { return try apply(change) } catch {
            self = before
            throw error
        }
    }

    func link(_ key: LinkKey) throws(Stop) -> LinkRecord? {
        guard let known = links[key] else { throw .needs(key) }
        return known
    }

    /// The link of the replica that differs only in case, unless it was read here, or one that was read or created here.
    func otherSpelling(of key: LinkKey) -> LinkRecord? {
        let small = key.code.lowercased()
        var others = links.values.compactMap(\.self).filter {
            $0.key != key && $0.key.domain == key.domain && $0.key.code.lowercased() == small
        }
        if let other = otherSpellings[key], links[other.key] == nil { others.append(other) }
        return others.min { ($0.isDeleted ? 1 : 0, $0.key) < ($1.isDeleted ? 1 : 0, $1.key) }
    }

    /// The replica's oldest link was read. The fingerprint's latest link may be too new for the replica, and is read if
    /// no other is found.
    func existing(like record: LinkRecord) throws(Stop) -> LinkRecord? {
        guard let input = SourceFingerprint(of: record) else { return nil }
        let known = (keys[input] ?? []).compactMap { links[$0] ?? nil }
        if let oldest = known.oldest(like: record) { return oldest }
        if let code = codes[input], let key = LinkKey(domain: input.domain, code: code) { _ = try link(key) }
        return nil
    }

    func result(of request: RequestMark) throws(Stop) -> LinkResult? {
        guard let known = answers[request.key] else { return nil }
        guard known.content == request.content else { throw .refused(.otherRequest) }
        return .link(known.answer.record, isNew: known.answer.isNew)
    }

    mutating func insert(_ new: LinkRecord) -> LinkRecord {
        let record = new.numbered(LinkBody.makeID(created: new.created, at: .now), version: nextVersion(of: new.key))
        put(record)
        if let input = SourceFingerprint(of: record), let code = codes[input], code != record.key.code {
            movedCodes[input] = record.key.code
            codes[input] = String(record.key.code)
        }
        return record
    }

    mutating func replace(_ old: LinkRecord, with new: LinkRecord, by author: String?) -> LinkRecord {
        let record = new.numbered(old.id, version: nextVersion(of: old.key))
        put(record)
        authors[old.key] = author
        return record
    }

    mutating func keep(_ record: LinkRecord, isNew: Bool, of request: RequestMark) {
        let answer = KeptAnswer(record, isNew: isNew)
        answers[request.key] = (request.content, answer)
        newAnswers.append((request, answer))
    }

    mutating func applyOther(_ change: LinkChange) -> LinkResult {
        preconditionFailure("a change that is not made at the source")
    }
}
