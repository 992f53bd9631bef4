import ByteText
import CommandFiles
import EdgeMap
import LinkStore
import Terminal

/// An export in progress: writes the entries, and counts the links that stay.
struct MapExport {
    private let exporter: LinkExporter
    private let file: OutputFile
    private var writer: MapWriter
    private var bytes: [UInt8] = []
    private var staying: [StayReason: Int] = [:]

    init(_ exporter: LinkExporter, _ format: MapFormat, _ file: OutputFile) {
        (self.exporter, self.file) = (exporter, file)
        writer = MapWriter(format)
        writer.begin(&bytes)
    }

    /// Adds the links in the site files.
    mutating func addFiles() {
        for key in exporter.keysInFiles {
            add { (exporter) throws(StayReason) in try exporter.entry(forFileKey: key) }
        }
    }

    /// Adds the links of a store, page by page, until its end or an interruption.
    mutating func add(_ store: LinkStore, showsProgress: Bool) throws {
        var progress = ProgressLine(withResults: !showsProgress)
        defer { progress.clear() }
        var query = ListQuery()
        (query.order, query.isDescending, query.isArchived, query.limit) = (.key, false, nil, 1000)
        var count = 0
        repeat {
            let page = try LinkRules.orFail { () throws(StoreError) in try store.list(query) }
            for record in page.links { add { (exporter) throws(StayReason) in try exporter.entry(for: record) } }
            flush()
            count += page.links.count
            progress.show(lines: count)
            query.after = page.next
        } while query.after != nil && !Interruption.isRequested
    }

    /// Writes the end of the table, and reports the numbers of links on standard error.
    mutating func finish() throws {
        writer.end(&bytes)
        flush()
        try file.finish()
        let stay = staying.values.reduce(0, +)
        Output.error("\(counted(writer.count, "link")) exported, \(grouped(stay)) \(stay == 1 ? "stays" : "stay")")
        for (reason, count) in staying.sorted(by: { ($1.value, $0.key.text) < ($0.value, $1.key.text) }) {
            Output.error("  \(grouped(count)): \(reason.text)")
        }
    }

    private mutating func add(_ make: (LinkExporter) throws(StayReason) -> MapEntry?) {
        do throws(StayReason) {
            if let entry = try make(exporter) { writer.append(entry, to: &bytes) }
        } catch {
            staying[error, default: 0] += 1
        }
    }

    private mutating func flush() {
        file.write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
