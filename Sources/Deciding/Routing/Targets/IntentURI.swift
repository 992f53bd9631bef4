import ByteText
import WebAddress

/// Chrome's `intent:` URI (https://developer.chrome.com/docs/android/intents): opens the app of a package with a URL,
/// or goes to the fallback where it is not installed. There is always one: without, browsers ask Play for the package, or
/// show nothing.
enum IntentURI {
    /// Appends the URI.
    ///
    /// Android reads everything before the last `#` as data (`Intent.parseUri`), so the `#` of the opened URL stays as
    /// it is and the app gets its fragment. A second `#`, which no URL needs, and every `;` are encoded: neither a reader
    /// that looks for the first `#Intent;` nor one that splits at `;` finds a field in a link. An app therefore sees
    /// `%3B` for `;`. An empty path becomes `/` before the `#`, for readers that would read the fragment as a part of
    /// the host.
    ///
    /// - Parameters:
    ///   - package: As ``packageName(_:)`` returns it.
    ///   - minimumVersion: What the app learns as the extra `minimum_version`: an intent opens any version of it.
    ///   - fallback: A web address; browsers take no other.
    static func append(
        _ opened: WebAddress, package: [UInt8], minimumVersion: TextRange?, fallback: TextRange,
        to arena: inout ByteArena
    ) -> TextRange {
        let mark = arena.count
        arena.append("intent://")
        append(dataOf: opened, to: &arena)
        arena.append("#Intent;scheme=")
        arena.append(copyOf: opened.schemeName)
        arena.append(";package=")
        arena.append(package.span)
        if let minimumVersion {
            arena.append(";S.minimum_version=")
            PercentCoding.encodeComponent(minimumVersion, in: &arena)
        }
        arena.append(";S.browser_fallback_url=")
        PercentCoding.encodeComponent(fallback, in: &arena)
        arena.append(";end")
        return arena.piece(from: mark)
    }

    /// The bytes of a package as the URI holds them: letters, digits, `.` and `_` only.
    static func packageName(_ id: String) -> [UInt8] {
        id.utf8.filter { $0.isAlphanumeric || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") }
    }

    private static func append(dataOf opened: WebAddress, to arena: inout ByteArena) {
        // Nearly every address has nothing to encode; then it is copied in one piece, from the authority on.
        let start = opened.authority.start
        let whole = TextRange(offset: start, count: opened.text.end - start)
        if arena[whole].firstIndex(of: UInt8(ascii: ";"), or: UInt8(ascii: "#")) == nil {
            arena.append(copyOf: whole)
            return
        }
        append(data: opened.authority, to: &arena)
        if opened.path.isEmpty, opened.query == nil, opened.fragment != nil { arena.append(UInt8(ascii: "/")) }
        append(data: opened.pathAndQuery, to: &arena)
        guard let fragment = opened.fragment else { return }
        arena.append(UInt8(ascii: "#"))
        append(data: fragment, to: &arena)
    }

    private static func append(data: TextRange, to arena: inout ByteArena) {
        PercentCoding.encode(data, keeping: harmless, in: &arena)
    }

    /// All bytes but those that end the data or a field.
    private static let harmless = ByteSet { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "#") }
}
