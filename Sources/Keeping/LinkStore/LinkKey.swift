/// The key of a short link: its address without scheme, query and fragment, `host[/prefix]/code`.
///
/// The host is lowercase ASCII; prefix and code are case-sensitive. The file uses this text as its key.
public struct LinkKey: Sendable, Hashable, Comparable {
    /// LMDB's key limit, minus the bytes that index keys add.
    public static let maximumCount = 400

    /// `links.example.com/go/WXYZ`.
    public let text: String

    /// Parses a key; `nil` if it is too long, lacks a host or a code, or has uppercase letters in the host or
    /// characters that paths can't contain.
    public init?(_ text: String) {
        var host = 0
        for byte in text.utf8 {
            if byte == 0x2F { break }
            guard byte > 0x20, byte < 0x7F, !(0x41...0x5A).contains(byte) else { return nil }
            host += 1
        }
        let path = text.utf8.dropFirst(host + 1)
        guard host > 0, !path.isEmpty, text.utf8.count <= Self.maximumCount, path.last != 0x2F,
            path.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x3F && $0 != 0x23 })
        else { return nil }
        self.text = text
    }

    /// A key from a link domain (`links.example.com` or `links.example.com/go`) and a code.
    public init?(domain: String, code: String) {
        self.init(domain + "/" + code)
    }

    /// A key read from the file.
    init(stored bytes: Span<UInt8>) {
        text = String(copying: bytes)
    }

    /// The last segment.
    public var code: Substring { text[(lastSlash.map(text.utf8.index(after:)) ?? text.startIndex)...] }

    /// Everything before the code: the link domain.
    public var domain: Substring { text[..<(lastSlash ?? text.startIndex)] }

    /// `nil` only in a damaged file: a key has at least one slash, between host and code.
    private var lastSlash: String.Index? { text.utf8.lastIndex(of: 0x2F) }

    /// Ordered by bytes, as in the file.
    public static func < (left: LinkKey, right: LinkKey) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}

extension String {
    /// A copy of some bytes, repaired if they are not valid UTF-8.
    init(copying bytes: Span<UInt8>) {
        // Safe: the pointer is read within the call only.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
