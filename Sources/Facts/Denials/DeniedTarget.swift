import ByteText
import WebAddress

/// An address in the form in which lists have it: the host, and behind it path and query, in one text.
///
/// Escapes of characters that need none are undone, and the others are in capitals: servers read them alike (RFC 3986, section
/// 6.2.2). Dot segments, backslashes and a dot after the host are in no ``WebAddress``.
struct DeniedTarget {
    /// The host in lower case.
    let host: TextRange
    /// The host with path and query.
    let whole: TextRange

    init(_ address: WebAddress, in arena: inout ByteArena) {
        let mark = arena.count
        arena.append(copyOf: address.host)
        host = arena.piece(from: mark)
        Self.append(address.pathAndQuery, to: &arena)
        whole = arena.piece(from: mark)
    }

    private static func append(_ text: TextRange, to arena: inout ByteArena) {
        var index = 0
        while index < text.count {
            guard let value = arena[text].percentEscape(at: index) else {
                arena.append(arena[text.start + index])
                index += 1
                continue
            }
            index += 3
            if value.isUnreserved {
                arena.append(value)
            } else {
                arena.append(UInt8(ascii: "%"))
                arena.append(UInt8.hexDigit(value >> 4))
                arena.append(UInt8.hexDigit(value & 15))
            }
        }
    }

    /// What an entry is known by: without slashes at its end.
    func key(in arena: borrowing ByteArena) -> TextRange {
        var count = Int(whole.count)
        while count > host.count, arena[whole.start + count - 1] == UInt8(ascii: "/") { count -= 1 }
        return whole[0..<count]
    }

    /// Whether an entry may end before the byte, so that it is for all that follows.
    static func endsSegment(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
