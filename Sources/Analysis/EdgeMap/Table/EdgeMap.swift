import ByteText

/// A table of redirects as read back, with the answers that a proxy gives from it.
public struct EdgeMap: Sendable {
    /// The format, which also determines the clicks that are answered.
    public let format: MapFormat
    private let entries: [[UInt8]: MapEntry]

    /// The number of entries.
    public var count: Int { entries.count }

    /// Reads a table.
    public init(reading text: String, _ format: MapFormat) throws(MapLineFault) {
        self.format = format
        var entries: [[UInt8]: MapEntry] = [:]
        var nginx = NginxMap.Reader()
        var number = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            let line = line.hasSuffix("\r") ? String(line.dropLast()) : String(line)
            do throws(MapFault) {
                let entry =
                    switch format {
                    case .nginxMap: try nginx.entry(in: line)
                    case .haproxyMap: try HAProxyMap.entry(in: line)
                    case .cloudflare: try CloudflareList.entry(in: line)
                    case .netlify: try NetlifyRedirects.entry(in: line)
                    }
                guard let entry else { continue }
                guard entries.updateValue(entry, forKey: Array(entry.key.utf8)) == nil else { throw .repeated }
            } catch {
                throw MapLineFault(line: number, fault: error, format: format)
            }
        }
        self.entries = entries
    }

    /// The answer to a GET or HEAD request of a browser; `nil` if the request is passed on.
    ///
    /// - Parameters:
    ///   - host: The requested host without a port, in any case.
    ///   - target: The path, with the query if there is one.
    public func answer(host: Span<UInt8>, target: Span<UInt8>) -> (location: String, status: Int)? {
        var key: [UInt8] = []
        key.reserveCapacity(host.count + target.count)
        for index in host.indices { key.append(host[index].lowercased) }
        var index = 0
        while index < target.count, target[index] != UInt8(ascii: "?") || !format.ignoresQuery {
            key.append(target[index])
            index += 1
        }
        if format.ignoresLastSlash, key.last == UInt8(ascii: "/") { key.removeLast() }
        guard let entry = entries[key] else { return nil }
        var location = entry.location
        if format.passesQuery, index + 1 < target.count {
            location += String(decoding: (index..<target.count).map { target[$0] }, as: UTF8.self)
        }
        return (location, entry.status)
    }
}
