import LinkStore

extension LockedRows {
    /// The reason a change was not made.
    enum Stop: Error {
        case refused(StoreError)
        /// The change needs a link that was not read.
        case needs(LinkKey)
    }

    /// Makes a change as a store would (``LinkStore/LinkChange``), or changes nothing.
    mutating func apply(_ change: LinkChange) throws(Stop) -> LinkResult {
        switch change {
        case .create(let creation): return try create(creation)
        case .update(let key, let patch, let condition, let now):
            let old = try liveLink(key, if: condition)
            let record: LinkRecord
            do throws(StoreError) { record = try old.changed(by: patch, at: now) } catch { throw .refused(error) }
            authors[key] = patch.author
            return replace(old, record)
        case .delete(let key, let condition, let now):
            let old = try liveLink(key, if: condition)
            return replace(old, old.stone(at: now))
        case .all(let changes):
            let before = self
            do throws(Stop) {
                var results: [Result<LinkResult, StoreError>] = []
                for change in changes { results.append(.success(try apply(change))) }
                return .each(results)
            } catch {
                self = before
                throw error
            }
        case .each, .load, .count, .claim, .target, .journal, .secret, .replicate:
            preconditionFailure("a change that is not made at the source")
        }
    }

    private mutating func replace(_ old: LinkRecord, _ record: LinkRecord) -> LinkResult {
        let record = record.numbered(old.id, version: nextVersion(of: old.key))
        put(record)
        return .changed(record, from: old)
    }

    private func liveLink(_ key: LinkKey, if condition: RevisionCondition) throws(Stop) -> LinkRecord {
        guard let record = try link(key) else { throw .refused(.notFound) }
        do throws(StoreError) { try record.requireLive(if: condition) } catch { throw .refused(error) }
        return record
    }

    /// A link, possibly deleted; `nil` if there is none.
    private func link(_ key: LinkKey) throws(Stop) -> LinkRecord? {
        guard let known = links[key] else { throw .needs(key) }
        return known
    }

    private mutating func create(_ creation: LinkCreation) throws(Stop) -> LinkResult {
        if let mark = creation.request, let known = try answer(to: mark) { return known }
        let existing = creation.findsExisting ? try existingLink(like: creation.record) : nil
        let record: LinkRecord
        if let existing { record = existing } else { record = try make(creation) }
        if let mark = creation.request {
            let answer = KeptAnswer(record, isNew: existing == nil)
            answers[mark.key] = (mark.content, answer)
            newAnswers.append((mark, answer))
        }
        return .link(record, isNew: existing == nil)
    }

    private func answer(to mark: RequestMark) throws(Stop) -> LinkResult? {
        guard let known = answers[mark.key] else { return nil }
        guard known.content == mark.content else { throw .refused(.otherRequest) }
        return .link(known.answer.record, isNew: known.answer.isNew)
    }

    /// The enabled link with the same input.
    private func existingLink(like record: LinkRecord) throws(Stop) -> LinkRecord? {
        guard let fingerprint = record.fingerprint,
            let code = codes[SourceFingerprint(domain: record.key.domain, fingerprint)],
            let key = LinkKey(domain: String(record.key.domain), code: code),
            let known = try link(key), !known.isDeleted, !known.isDisabled, !known.isUnsafe,
            known.fingerprint == fingerprint
        else { return nil }
        return known
    }

    private mutating func make(_ creation: LinkCreation) throws(Stop) -> LinkRecord {
        var record = creation.record
        do throws(StoreError) { try record.validate() } catch { throw .refused(error) }
        record.key = try freeKey([record.key] + creation.otherKeys, creation.ignoresCase)
        record = record.numbered(LinkBody.makeID(), version: nextVersion(of: record.key))
        put(record)
        if let fingerprint = record.fingerprint {
            let fingerprint = SourceFingerprint(domain: record.key.domain, fingerprint)
            if creation.findsExisting, codes[fingerprint] != String(record.key.code) {
                movedCodes[fingerprint] = record.key.code
                codes[fingerprint] = String(record.key.code)
            }
        }
        return record
    }

    private func freeKey(_ keys: [LinkKey], _ ignoresCase: Bool) throws(Stop) -> LinkKey {
        var refusal = StoreError.exists
        for key in keys {
            if let old = try link(key) {
                refusal = old.isDeleted ? .deleted : .exists
            } else if ignoresCase, let other = spelledOtherwise[key] ?? newSpelling(of: key) {
                refusal = other
            } else {
                return key
            }
        }
        throw .refused(refusal)
    }

    /// The error for a link whose code differs only in case from one of this transaction.
    private func newSpelling(of key: LinkKey) -> StoreError? {
        let small = key.code.lowercased()
        let other = links.values.lazy.compactMap(\.self).first {
            $0.key != key && $0.key.domain == key.domain && $0.key.code.lowercased() == small
        }
        return other.map { .inOtherCase($0) }
    }
}
