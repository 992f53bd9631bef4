public import ByteText
import WebAddress

/// A link that wraps a payload which an app may open, byte for byte as in Firebase's mails.
///
/// The payload is escaped minimally: `%`, `=` and `&`, as in Firebase, and in addition `#`,
/// spaces, controls and non-ASCII bytes, which are invalid in URLs. `:`, `/` and `?` are kept.
public struct MobileLink: Sendable {
    /// The generation, which determines the parameters.
    public var generation: Generation
    /// The link domain in lower case, for Dynamic Links including the path prefix: `links.example.com/go`.
    public var domain: String

    /// Creates a frame; `domain` is not validated.
    public init(_ generation: Generation, domain: String) {
        self.generation = generation
        self.domain = domain
    }

    /// Appends the link.
    public func wrap(
        _ payload: TextRange, for settings: ActionCodeSettings, in arena: inout ByteArena
    ) -> TextRange {
        let mark = arena.count
        arena.append("https://")
        arena.append(domain)
        switch generation {
        case .hosting:
            append("/__/auth/links?link=", payload, &arena)
        case .fdl:
            append("/?link=", payload, &arena)
            appendAndroid(payload, settings, &arena)
            appendApple(payload, settings, &arena)
        }
        return arena.piece(from: mark)
    }

    /// Appends the Android app, its minimum version (a bare `amv` if there is none), and the payload as the fallback.
    private func appendAndroid(_ payload: TextRange, _ settings: ActionCodeSettings, _ arena: inout ByteArena) {
        guard let package = settings.androidPackageName else { return }
        append("&apn=", package, &arena)
        arena.append("&amv")
        if let minimum = settings.androidMinimumVersion { append("=", minimum, &arena) }
        if !settings.androidInstallApp { append("&afl=", payload, &arena) }
    }

    /// Appends the iOS app, and the payload as the fallback, since the SDKs' settings have no App Store ID.
    ///
    /// The REST API's do, but no mail with one has been observed. `isi` then replaces `ifl`, which would override it.
    private func appendApple(_ payload: TextRange, _ settings: ActionCodeSettings, _ arena: inout ByteArena) {
        guard let bundle = settings.iOSBundleID else { return }
        append("&ibi=", bundle, &arena)
        if let store = settings.iOSAppStoreID, !store.isEmpty {
            append("&isi=", store, &arena)
        } else {
            append("&ifl=", payload, &arena)
        }
    }

    private func append(_ name: StaticString, _ value: TextRange, _ arena: inout ByteArena) {
        arena.append(name)
        QueryParameters.wrap(value, in: &arena)
    }
}
