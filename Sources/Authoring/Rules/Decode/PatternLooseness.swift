import ByteText
import Configuration

/// A part of a URL pattern that accepts URLs which its author probably meant to exclude.
struct PatternLooseness {
    var severity: FileDiagnostic.Severity
    /// The bytes of the pattern that the warning marks.
    var offset: Int
    var count: Int
    var message: String
    var hint: String

    /// Returns `nil` for patterns that are confined to their hosts, and for those that don't begin with a scheme.
    init?(of pattern: String) {
        guard let scheme = ["^https://", "^http://", "^https?://"].first(where: pattern.hasPrefix) else { return nil }
        let rest = Array(pattern.utf8.dropFirst(scheme.utf8.count))
        // Groups and classes are explicit. A host on this machine is harmless.
        let host = rest.prefix { $0 != UInt8(ascii: "/") }
        guard !host.starts(with: "localhost".utf8) else { return nil }
        let text = String(decoding: host, as: UTF8.self)
        if let place = Self.wildcard(in: Array(host)) {
            self.init(
                .warning, scheme.utf8.count + place, 2, "this matches any host: `.*` also matches slashes and dots",
                "`[^/]*\\.` matches the subdomains of a domain")
        } else if let place = Self.plainDot(in: Array(host)) {
            self.init(.note, scheme.utf8.count + place, 1, "an unescaped dot matches any character", "write `\\.`")
        } else if scheme != "^https://" {
            self.init(
                .note, 0, scheme.utf8.count, "this allows links to plain http, which is not encrypted",
                "start it with `^https://`")
        } else if host.count == rest.count, Self.isPlain(text) {
            self.init(
                .warning, scheme.utf8.count, text.utf8.count,
                "this also matches hosts that only begin like this: `\(text.replacing("\\", with: "")).example.org`",
                "end the host with `/`")
        } else {
            return nil
        }
    }

    private init(
        _ severity: FileDiagnostic.Severity, _ offset: Int, _ count: Int, _ message: String, _ hint: String
    ) {
        (self.severity, self.offset, self.count, self.message, self.hint) = (severity, offset, count, message, hint)
    }

    /// The index of a `.*` or `.+` that precedes more of the host.
    private static func wildcard(in host: [UInt8]) -> Int? {
        dots(in: host).first { place in
            let next = place + 1 < host.count ? host[place + 1] : 0
            return next == UInt8(ascii: "*") || next == UInt8(ascii: "+")
        }
    }

    private static func plainDot(in host: [UInt8]) -> Int? { dots(in: host).first }

    /// The indices of dots that are neither escaped nor in a class.
    private static func dots(in host: [UInt8]) -> [Int] {
        var places: [Int] = []
        var isInClass = false
        var index = 0
        while index < host.count {
            switch host[index] {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: ".") where !isInClass: places.append(index)
            default: break
            }
            index += 1
        }
        return places
    }

    /// Whether the rest of the pattern consists of letters, digits, hyphens and escaped dots.
    private static func isPlain(_ host: String) -> Bool {
        !host.isEmpty && host.replacing("\\.", with: "").utf8.allSatisfy(\.isUnreserved)
    }
}
