import LinkStore

/// The links of a file so far, for finding repetitions. Takes about 32 bytes per link.
struct SeenLinks {
    /// The result of comparing a link with earlier lines.
    enum Finding: Equatable {
        /// No earlier line has the link.
        case new
        /// An earlier line has the same link with the same contents.
        case same(Int)
        /// An earlier line has the same link with other contents.
        case other(Int)
    }

    private var lines: [Int: (line: UInt32, content: Int)] = [:]

    /// Looks up a link, and adds it if it is new.
    ///
    /// Links are identified by 64 bits of a keyed hash (SipHash): one in 3,000 files of a hundred million links has a
    /// collision.
    mutating func add(_ record: borrowing LinkRecord, _ line: Int) -> Finding {
        let (key, content) = (record.key.hashValue, record.contentHash)
        if let known = lines[key] { return known.content == content ? .same(Int(known.line)) : .other(Int(known.line)) }
        lines[key] = (UInt32(truncatingIfNeeded: line), content)
        return .new
    }
}

extension LinkRecord {
    /// A hash of the fields that ``hasSameContent(as:)`` compares.
    fileprivate var contentHash: Int {
        var hasher = Hasher()
        for field in LinkField.changeable { hasher.combine(self[field]) }
        return hasher.finalize()
    }
}
