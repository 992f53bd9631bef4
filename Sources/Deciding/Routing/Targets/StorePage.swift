import ByteText
import WebAddress

/// The page of one app in a store, parsed from an address: the store and the ID of the app, which is in the arena.
///
///     play.google.com        /store/apps/details?id=PACKAGE              /store/apps/details/TITLE?id=PACKAGE
///     apps.apple.com         /COUNTRY/app/NAME/idNUMBER, of which country and name may be missing
///     itunes.apple.com       the same, and /WebObjects/MZStore.woa/wa/viewSoftware?id=NUMBER
///     www.amazon.com         /gp/mas/dl/android?p=PACKAGE
///     appgallery.huawei.com  /app/CNUMBER                        /app/detail?id=BUNDLE
///
/// Parameters that do not identify an app, such as `referrer`, `hl` and `mt`, are allowed. An address that a store
/// might interpret differently, such as one with two IDs, is not the page of an app.
enum StorePage {
    case play(TextRange)
    case appStore(TextRange)
    case amazon(TextRange)
    case appGallery(TextRange)

    /// Parses an address; `nil` if it is not https or not the page of an app.
    init?(_ address: WebAddress, in arena: inout ByteArena) {
        guard address.scheme == .https, address.port == nil, let host = StoreHost(arena[address.host]) else {
            return nil
        }
        switch host {
        case .play: self.init(play: address, in: &arena)
        case .appStore: self.init(appStore: address, in: arena)
        case .iTunes: self.init(iTunes: address, in: &arena)
        case .amazon: self.init(amazon: address, in: &arena)
        case .appGallery: self.init(appGallery: address, in: &arena)
        }
    }

    private init?(play address: WebAddress, in arena: inout ByteArena) {
        let path = PathNames(address.path, in: arena)
        guard path.count == 3 || path.count == 4, arena[path[0]].equals("store"), arena[path[1]].equals("apps"),
            arena[path[2]].equals("details"), let package = Self.value(of: "id", in: address, &arena)
        else { return nil }
        self = .play(package)
    }

    private init?(appStore address: WebAddress, in arena: borrowing ByteArena) {
        let path = PathNames(address.path, in: arena)
        guard path.count >= 2 else { return nil }
        // Only a country code may precede `app`.
        let app = arena[path[0]].equals("app") ? 0 : 1
        guard arena[path[app]].equals("app"), app == 0 || path[0].count == 2 else { return nil }
        let last = path[path.count - 1]
        guard (1...2).contains(path.count - app - 1), arena[last].starts(with: "id") else { return nil }
        self = .appStore(last[2..<Int(last.count)])
    }

    private init?(iTunes address: WebAddress, in arena: inout ByteArena) {
        guard arena[address.path].equals("/WebObjects/MZStore.woa/wa/viewSoftware") else {
            self.init(appStore: address, in: arena)
            return
        }
        guard let id = Self.value(of: "id", in: address, &arena) else { return nil }
        self = .appStore(id)
    }

    private init?(amazon address: WebAddress, in arena: inout ByteArena) {
        // `asin` shows another app, and `s` shows search results.
        guard arena[address.path].equals("/gp/mas/dl/android"), !Self.has("asin", in: address, &arena),
            !Self.has("s", in: address, &arena), let package = Self.value(of: "p", in: address, &arena)
        else { return nil }
        self = .amazon(package)
    }

    private init?(appGallery address: WebAddress, in arena: inout ByteArena) {
        let path = PathNames(address.path, in: arena)
        guard path.count == 2, arena[path[0]].equals("app") else { return nil }
        guard arena[path[1]].equals("detail") else {
            self = .appGallery(path[1])
            return
        }
        guard let id = Self.value(of: "id", in: address, &arena) else { return nil }
        self = .appGallery(id)
    }
}

// MARK: - Parameters

extension StorePage {
    /// The decoded value of a parameter that occurs exactly once, however its name is escaped; otherwise `nil`.
    private static func value(
        of name: StaticString, in address: WebAddress, _ arena: inout ByteArena
    ) -> TextRange? {
        var found: TextRange?
        var pairs = QueryParameters(address.query)
        while let pair = pairs.next(in: arena) {
            guard let decoded = try? PercentCoding.decode(pair.name, in: &arena) else { return nil }
            guard arena[decoded].equals(name) else { continue }
            guard found == nil, let value = pair.value, let text = try? PercentCoding.decode(value, in: &arena) else {
                return nil
            }
            found = text
        }
        return found
    }

    private static func has(_ name: StaticString, in address: WebAddress, _ arena: inout ByteArena) -> Bool {
        var pairs = QueryParameters(address.query)
        while let pair = pairs.next(in: arena) {
            guard let decoded = try? PercentCoding.decode(pair.name, in: &arena) else { return true }
            if arena[decoded].equals(name) { return true }
        }
        return false
    }
}

/// The segments of a path, at most four, without a trailing slash.
private struct PathNames {
    /// The number of segments; 0 if there are more, or if one might be interpreted differently by two servers: an empty
    /// one, or one with an escaped ASCII character.
    private(set) var count = 0
    private var names = InlineArray<4, TextRange>(repeating: .empty)

    subscript(index: Int) -> TextRange { names[index] }

    init(_ path: TextRange, in arena: borrowing ByteArena) {
        let bytes = arena[path]
        var start = 1
        while start < bytes.count {
            let end = bytes.firstIndex(of: UInt8(ascii: "/"), from: start) ?? bytes.count
            guard count < 4, end > start, Self.isName(bytes.extracting(start..<end)) else {
                count = 0
                return
            }
            names[count] = path[start..<end]
            count += 1
            start = end + 1
        }
    }

    private static func isName(_ segment: Span<UInt8>) -> Bool {
        segment.indices.allSatisfy { (segment.percentEscape(at: $0) ?? 0x80) >= 0x80 }
    }
}
