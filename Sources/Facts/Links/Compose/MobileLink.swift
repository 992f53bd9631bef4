public import ByteText
import WebAddress

/// The link around a payload that an app may open, byte for byte as Firebase's mails carried it.
///
/// The payload is escaped as little as decoding needs: `%`, `=`, `&`, as Firebase did, and beyond that `#`,
/// spaces, controls and bytes beyond ASCII, which no URL can carry as they are. `:`, `/` and `?` stay.
public struct MobileLink: Sendable {
    /// The generation, which says what the link carries.
    public var generation: Generation
    /// The link domain in lower case, for Dynamic Links with its path prefix: `links.example.com/go`.
    public var domain: String

    /// Makes a frame for links; `domain` is not checked.
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

    /// The app, its minimum (`amv` alone where there is none), and the payload as fallback where nothing is installed.
    private func appendAndroid(_ payload: TextRange, _ settings: ActionCodeSettings, _ arena: inout ByteArena) {
        guard let package = settings.androidPackageName else { return }
        append("&apn=", package, &arena)
        arena.append("&amv")
        if let minimum = settings.androidMinimumVersion { append("=", minimum, &arena) }
        if !settings.androidInstallApp { append("&afl=", payload, &arena) }
    }

    /// The app, and the payload as fallback: no SDK's settings know an App Store ID.
    ///
    /// The REST API's do. No mail with one has been seen; `isi` then replaces `ifl`, which would win over it.
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
