import LinkStore

/// Links of a file so far, so that one that comes twice is found: 32 bytes or so for each.
struct SeenLinks {
    /// What an earlier line has of a link.
    enum Finding: Equatable {
        /// No earlier line has the link.
        case new
        /// The line of the same link, with the same contents.
        case same(Int)
        /// The line of the same link, with other contents.
        case other(Int)
    }

    private var lines: [Int: (line: UInt32, content: Int)] = [:]

    /// Looks a link up, and adds it where it is new.
    ///
    /// Links are known by 64 bits of a keyed hash (SipHash): of a hundred million links, one in 3,000 files has two alike.
    mutating func add(_ record: borrowing LinkRecord, _ line: Int) -> Finding {
        let (key, content) = (record.key.hashValue, record.contentHash)
        if let known = lines[key] { return known.content == content ? .same(Int(known.line)) : .other(Int(known.line)) }
        lines[key] = (UInt32(truncatingIfNeeded: line), content)
        return .new
    }
}

extension LinkRecord {
    /// A hash of what ``hasSameContent(as:)`` compares.
    fileprivate var contentHash: Int {
        var hasher = Hasher()
        hasher.combine(longLink)
        hasher.combine(name)
        hasher.combine(note)
        hasher.combine(tags)
        for attribute in attributes {
            hasher.combine(attribute.name)
            hasher.combine(attribute.value)
        }
        hasher.combine(starts)
        hasher.combine(expires)
        hasher.combine(maximumClicks)
        hasher.combine(isArchived)
        hasher.combine(isDisabled)
        hasher.combine(isUnsafe)
        hasher.combine(expiredTarget)
        hasher.combine(usedUpTarget)
        hasher.combine(clicksPerSecond)
        hasher.combine(cacheSeconds)
        return hasher.finalize()
    }
}
