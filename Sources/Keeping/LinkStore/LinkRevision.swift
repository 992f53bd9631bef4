/// A change in a link's history: the link before the change, the time, and the author.
public struct LinkRevision: Sendable, Equatable {
    /// The link as it was before the change; its revision identifies the change in the link's history.
    public var former: LinkRecord
    /// When the link was changed, in seconds since 1970.
    public var time: Int64
    /// The client that changed the link; `nil` if this store does not contain it: commands have no client, and changes
    /// made through another node arrive without one.
    public var author: String?

    /// A change of a link.
    public init(former: LinkRecord, time: Int64, author: String?) {
        (self.former, self.time, self.author) = (former, time, author)
    }
}

/// A link and its latest changes, in one snapshot.
public struct LinkHistory: Sendable, Equatable {
    /// The current link.
    public var link: LinkRecord
    /// The changes, latest first; at most ``LinkHistory/mostKept``.
    public var revisions: [LinkRevision]

    /// The maximum number of changes kept for a link; a further one removes the oldest.
    public static let mostKept = 20

    /// A link with its changes, latest first.
    public init(link: LinkRecord, revisions: [LinkRevision]) { (self.link, self.revisions) = (link, revisions) }

    /// The link after a change, which is the state before the next one.
    public func link(after index: Int) -> LinkRecord { index == 0 ? link : revisions[index - 1].former }
}

extension LinkRevision {
    /// The bytes in the file: a version, the time, the author's text and the record.
    ///
    /// The link's key is not among them: the history's key contains its ID.
    var stored: [UInt8] {
        var bytes = [Self.version]
        bytes.appendLittleEndian(UInt64(bitPattern: time))
        bytes.appendText(author ?? "")
        former.encode(into: &bytes)
        return bytes
    }

    /// `nil` if the bytes are not a change in a supported version.
    init?(of key: LinkKey, stored bytes: Span<UInt8>) {
        guard bytes.count > 0, bytes[0] == Self.version else { return nil }
        var fields = FieldReader(bytes, at: 1)
        guard let time = fields.number() else { return nil }
        let author = fields.textRange()
        let rest = bytes.extracting(min(author.upperBound, bytes.count)..<bytes.count)
        guard let view = LinkView(rest), let former = LinkRecord(key: key, view) else { return nil }
        let name = String(copying: bytes.extracting(author))
        self.init(former: former, time: Int64(bitPattern: time), author: name.isEmpty ? nil : name)
    }

    private static let version: UInt8 = 1
}
