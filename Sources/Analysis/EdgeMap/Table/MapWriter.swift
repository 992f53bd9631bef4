/// Writes a table, entry by entry.
public struct MapWriter {
    private let format: MapFormat
    /// The number of entries.
    public private(set) var count = 0
    private var longestKey = 0
    private var hasDollar = false

    /// Creates a writer.
    public init(_ format: MapFormat) { self.format = format }

    /// Appends the beginning: comments that describe how to use the table, if the format has comments.
    public func begin(_ output: inout [UInt8]) {
        switch format {
        case .nginxMap: output += NginxMap.head.utf8
        case .haproxyMap: output += HAProxyMap.head.utf8
        case .cloudflare: break
        case .netlify: output += NetlifyRedirects.head.utf8
        }
    }

    /// Appends an entry, which the format must be able to contain.
    public mutating func append(_ entry: MapEntry, to output: inout [UInt8]) {
        count += 1
        longestKey = max(longestKey, entry.key.utf8.count)
        hasDollar = hasDollar || entry.location.utf8.contains(UInt8(ascii: "$"))
        switch format {
        case .nginxMap: output += NginxMap.line(entry).utf8
        case .haproxyMap: output += HAProxyMap.line(entry).utf8
        case .cloudflare: CloudflareList.append(entry, to: &output)
        case .netlify: output += NetlifyRedirects.line(entry).utf8
        }
    }

    /// Appends the end.
    public func end(_ output: inout [UInt8]) {
        guard format == .nginxMap else { return }
        output += NginxMap.end(count: count, longestKey: longestKey, hasDollar: hasDollar).utf8
    }
}
