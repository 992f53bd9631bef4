import ByteText
import WebAddress

/// Chrome's `intent:` URI (https://developer.chrome.com/docs/android/intents): opens a URL in the app of a package, or
/// goes to the fallback if the app is not installed. There is always a fallback: without one, browsers look the package
/// up in Google Play or show nothing.
enum IntentURI {
    /// Appends the URI.
    ///
    /// Android reads everything before the last `#` as data (`Intent.parseUri`), so the `#` of the opened URL is kept
    /// and the app receives its fragment. A second `#`, which no URL needs, and every `;` are encoded: neither a parser
    /// that looks for the first `#Intent;` nor one that splits at `;` finds a field in a link. An app therefore
    /// receives `%3B` for `;`. An empty path becomes `/` before the `#`, for parsers that would read the fragment as
    /// part of the host.
    ///
    /// - Parameters:
    ///   - package: As returned by ``packageName(_:)``.
    ///   - minimumVersion: The value of the extra `minimum_version`, for the app: an intent opens any version of it.
    ///   - fallback: A web address; browsers accept no other.
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

    /// The bytes of a package name as used in the URI: only letters, digits, `.` and `_`.
    static func packageName(_ id: String) -> [UInt8] {
        id.utf8.filter { $0.isAlphanumeric || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") }
    }

    private static func append(dataOf opened: WebAddress, to arena: inout ByteArena) {
        // Nearly every address needs no encoding and is copied in one piece, starting with the authority.
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

    /// All bytes except those that end the data or a field.
    private static let harmless = ByteSet { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "#") }
}

/// The hand-off URL of Firebase's iOS SDK: `<scheme>://google/link/?deep_link_id=…`.
enum CustomSchemeURL {
    /// Appends the URL. The scheme is the site's and never comes from a link. All characters of the opened URL except
    /// letters and digits are encoded, as in the SDK.
    static func append(_ opened: WebAddress, scheme: String, to arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append(scheme)
        arena.append("://google/link/?deep_link_id=")
        PercentCoding.encodeAlphanumeric(opened.text, in: &arena)
        return arena.piece(from: mark)
    }
}
