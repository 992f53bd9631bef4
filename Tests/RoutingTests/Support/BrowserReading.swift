/// A browser's reading of a URL: an independent lenient parser (WHATWG URL, sections 4.4 and 4.5), which shares no code
/// with the strict parser under test.
struct BrowserReading {
    let scheme: String
    /// Lower-cased, without user information and port; empty if the URL has no authority.
    let host: String
    /// The rest after the authority.
    let rest: String

    /// Reads a URL; `nil` if it has no scheme and would be relative to its page.
    init?(_ text: String) {
        // Browsers drop tabs and line ends anywhere, and control characters and blanks at both ends.
        var scalars = Array(text.unicodeScalars.filter { $0 != "\t" && $0 != "\n" && $0 != "\r" })
        while let first = scalars.first, first.value <= 0x20 { scalars.removeFirst() }
        while let last = scalars.last, last.value <= 0x20 { scalars.removeLast() }
        guard let colon = scalars.firstIndex(of: ":"), colon > 0, scalars[0].properties.isAlphabetic,
            scalars[..<colon].allSatisfy({
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789+-.".unicodeScalars.contains($0))
            })
        else { return nil }
        scheme = Self.string(scalars[..<colon]).lowercased()
        var after = scalars[(colon + 1)...]
        if scheme == "http" || scheme == "https" {
            // Any number of slashes and backslashes precedes the authority.
            after = after.drop { $0 == "/" || $0 == "\\" }
        } else {
            guard after.starts(with: ["/", "/"]) else {
                host = ""
                rest = Self.string(after)
                return
            }
            after = after.dropFirst(2)
        }
        let authority = after.prefix { $0 != "/" && $0 != "\\" && $0 != "?" && $0 != "#" }
        let hostAndPort = authority.lastIndex(of: "@").map { authority[($0 + 1)...] } ?? authority
        let bracket = hostAndPort.first == "[" ? hostAndPort.firstIndex(of: "]") : nil
        let end = hostAndPort[(bracket ?? hostAndPort.startIndex)...].firstIndex(of: ":") ?? hostAndPort.endIndex
        // Browsers decode the host and fold full-width letters and dots; either result is a host that is not ours.
        host = Decided.decoded(Self.string(hostAndPort[..<end])).lowercased()
        rest = Self.string(after[authority.endIndex...])
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }
}
