import ByteText

/// The notation of Cloudflare's Bulk Redirects: CSV without a header row. The columns are the source and target URL, the
/// status, and whether to preserve the query, include subdomains, match subpaths and preserve the path's rest.
enum CloudflareList {
    private static let switches = Array(repeating: "FALSE", count: 4)

    static func append(_ entry: MapEntry, to output: inout [UInt8]) {
        CSVWriter.append([entry.key, entry.location, "\(entry.status)"] + switches, to: &output)
    }

    static func entry(in line: String) throws(MapFault) -> MapEntry? {
        guard !line.isEmpty else { return nil }
        var record = CSVRecord()
        let end: Int?
        do { end = try record.read(line.utf8.span, from: 0, isLast: true) } catch { end = nil }
        guard end != nil, record.count == 7, record.string(0).contains("/"), let status = Int(record.string(2)),
            (3..<7).allSatisfy({ ["FALSE", "false", ""].contains(record.string($0)) })
        else { throw .unreadable("HOST/CODE,TARGET,STATUS,FALSE,FALSE,FALSE,FALSE") }
        return MapEntry(key: record.string(0), location: record.string(1), status: status)
    }
}
