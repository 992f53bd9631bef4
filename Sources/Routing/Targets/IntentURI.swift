import ByteText
import WebAddress

/// Chrome's `intent:` URI (https://developer.chrome.com/docs/android/intents): opens the app of a package with a URL,
/// or goes to the fallback where it is not installed.
enum IntentURI {
    /// Appends the URI.
    ///
    /// Android takes everything before the last `#` for data (`Intent.parseUri`), so the `#` of the opened URL stands as
    /// it is and the app gets its fragment. A second `#`, which no URL needs, and every `;` are encoded: neither a reader
    /// that looks for the first `#Intent;` nor one that splits at `;` finds a field in a link. An app therefore sees
    /// `%3B` for `;`. An empty path becomes `/` before the `#`, for readers that would take the fragment for a part of
    /// the host. A package holds letters, digits, `.` and `_` only.
    static func append(
        _ opened: WebAddress, package: [UInt8], fallback: TextRange?, to arena: inout ByteArena
    ) -> TextRange {
        let mark = arena.count
        arena.append("intent://")
        for offset in opened.authority.start..<opened.path.start { append(dataByte: arena[offset], to: &arena) }
        if opened.path.isEmpty, opened.query == nil, opened.fragment != nil { arena.append(UInt8(ascii: "/")) }
        for offset in opened.path.start..<opened.textWithoutFragment.end { append(dataByte: arena[offset], to: &arena) }
        if let fragment = opened.fragment {
            arena.append(UInt8(ascii: "#"))
            for offset in fragment.indices { append(dataByte: arena[offset], to: &arena) }
        }
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
