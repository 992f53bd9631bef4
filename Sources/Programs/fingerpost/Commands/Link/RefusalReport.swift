import ByteText
import Glibc
import LinkCatalog
import Links

/// Lines of a file that were refused, as files that people read or mend.
final class RefusalReport {
    /// Gets each line's number and reason (`--report`).
    private var reasons: Int32 = -1
    private var buffer: [UInt8] = []
    /// Gets the lines themselves (`--rejects`).
    let rows: RowFile?
    /// Why lines could not be kept.
    private(set) var failure: (any Error)?

    /// Opens the files; the one that is read is refused.
    ///
    /// - Parameters:
    ///   - report: The file of reasons.
    ///   - rejects: The file of lines.
    ///   - force: Whether they may replace files.
    init(report: String?, rejects: String?, of input: String, force: Bool) throws {
        for path in [report, rejects] {
            if let path { try OutputFile.check(path, force: force, inputs: [input]) }
        }
        if let report {
            // Safe: Swift lends the string's bytes for the time of the call.
            reasons = unsafe open(report, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            // Safe: strerror returns a string that lives at least until the next call, and is copied here.
            guard reasons >= 0 else { throw Failure("\(report): \(unsafe String(cString: strerror(errno)))") }
        }
        rows = try rejects.map { try RowFile(path: $0) }
    }

    deinit {
        if reasons >= 0 { close(reasons) }
    }

    /// Adds a line; `header` is the line that names the columns.
    func add(_ refusal: ImportRefusal, header: [UInt8]) {
        if reasons >= 0 {
            // What faults have in common may be said with the host, which the message leaves out.
            let text = refusal.fault.subject == nil ? refusal.fault.message : refusal.fault.summary
            // A reason may begin with a value of the row, and a spreadsheet may open the table.
            let reason = SpreadsheetFormula.escaped(Output.oneLine(text))
            buffer.append(contentsOf: "\(refusal.line)\t\(reason)\n".utf8)
            if buffer.count > 65_536 { flush() }
        }
        guard let rows, failure == nil else { return }
        do { try rows.append(refusal.row, header: header) } catch { failure = error }
    }

    /// Writes what is left.
    func finish() {
        flush()
        guard failure == nil else { return }
        do { try rows?.finish() } catch { failure = error }
    }

    private func flush() {
        guard reasons >= 0, !buffer.isEmpty else { return }
        Output.write(buffer, to: reasons)
        buffer.removeAll(keepingCapacity: true)
    }
}
