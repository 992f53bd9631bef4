import ByteText
import WebAddress

/// Chrome's `intent:` URI (https://developer.chrome.com/docs/android/intents): opens the app of a package with a URL,
/// or goes to the fallback where it is not installed.
enum IntentURI {
    /// Appends the URI.
    ///
    /// The data part is cut at the first `#Intent;` and fields at each `;`, so `;` and `#` of the opened URL are encoded;
    /// no part of a link can become a field. An encoded `#` no longer ends the host, so an empty path becomes `/` before
    /// it: `https://a.example#@b.example` must not turn into user information of another host. A package holds letters,
    /// digits, `.` and `_` only.
    static func append(
        _ opened: WebAddress, package: [UInt8], fallback: TextRange?, to arena: inout ByteArena
    ) -> TextRange {
        let mark = arena.count
        arena.append("intent://")
        for offset in opened.authority.start..<opened.path.start { append(dataByte: arena[offset], to: &arena) }
        if opened.path.isEmpty, opened.query == nil, opened.fragment != nil { arena.append(UInt8(ascii: "/")) }
        for offset in opened.path.start..<opened.text.end { append(dataByte: arena[offset], to: &arena) }
        arena.append("#Intent;scheme=")
        arena.append(copyOf: opened.schemeName)
        arena.append(";package=")
        for byte in package where byte.isAlphanumeric || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") {
            arena.append(byte)
        }
        if let fallback {
            arena.append(";S.browser_fallback_url=")
            PercentCoding.encodeComponent(fallback, in: &arena)
        }
        arena.append(";end")
        return arena.piece(from: mark)
    }

    private static func append(dataByte byte: UInt8, to arena: inout ByteArena) {
        if byte == UInt8(ascii: ";") || byte == UInt8(ascii: "#") {
            arena.append(UInt8(ascii: "%"))
            arena.append(.hexDigit(byte >> 4))
            arena.append(.hexDigit(byte))
        } else {
            arena.append(byte)
        }
    }
}
