/// A change of a link, as its history contains it: the link before the change, when it was made, and by whom.
public struct LinkRevision: Sendable, Equatable {
    /// The link as it was before the change; its revision identifies the change in the link's history.
    public var former: LinkRecord
    /// When the link was changed, in seconds since 1970.
    public var time: Int64
    /// The client that changed the link, or `nil` if this store does not contain it: commands have no client, and a change
    /// through another node arrives without one.
    public var author: String?

    /// A change of a link.
    public init(former: LinkRecord, time: Int64, author: String?) {
        (self.former, self.time, self.author) = (former, time, author)
    }
}

/// A link and its latest changes, at one moment.
public struct LinkHistory: Sendable, Equatable {
    /// The link as it is now.
    public var link: LinkRecord
    /// The changes, the latest first; at most ``LinkHistory/mostKept``.
    public var revisions: [LinkRevision]

    /// How many changes of a link are kept; a further one removes the oldest.
    public static let mostKept = 20

    /// The link after a change: as it was before the next one.
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

    /// `nil` if the bytes are not a change that this version reads.
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
