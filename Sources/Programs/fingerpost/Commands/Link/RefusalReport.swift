import ByteText
import CommandFiles
import Glibc
import LinkCatalog
import Links
import Terminal

/// Writes refused lines to files, for reading or correcting them.
final class RefusalReport {
    /// The file for each line's number and reason (`--report`).
    private var reasons: Int32 = -1
    private var buffer: [UInt8] = []
    /// The file for the lines themselves (`--rejects`).
    let rows: RowFile?
    /// Why lines could not be written.
    private(set) var failure: (any Error)?

    /// Opens the files. The input file is rejected.
    ///
    /// - Parameters:
    ///   - report: The file of reasons.
    ///   - rejects: The file of lines.
    ///   - force: Whether existing files may be replaced.
    init(report: String?, rejects: String?, of input: String, force: Bool) throws {
        for path in [report, rejects] {
            if let path { try OutputFile.check(path, force: force, inputs: [input]) }
        }
        if let report {
            // Safe: the string's bytes are valid for the duration of the call.
            reasons = unsafe open(report, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            // Safe: strerror returns a string that is valid at least until the next call, and it is copied here.
            guard reasons >= 0 else { throw Failure("\(report): \(unsafe String(cString: strerror(errno)))") }
        }
        rows = try rejects.map { try RowFile(path: $0) }
    }

    deinit {
        if reasons >= 0 { close(reasons) }
    }

    /// Adds a line. `header` is the line with the column names.
    func add(_ refusal: ImportRefusal, header: [UInt8]) {
        if reasons >= 0 {
            // If the fault has a subject, such as a host, its summary is used, since the message omits the subject.
            let text = refusal.fault.subject == nil ? refusal.fault.message : refusal.fault.summary
            // A reason may begin with a value of the row, and the table may be opened in a spreadsheet.
            let reason = SpreadsheetFormula.escaped(Output.oneLine(text))
            buffer.append(contentsOf: "\(refusal.line)\t\(reason)\n".utf8)
            if buffer.count > 65_536 { flush() }
        }
        guard let rows, failure == nil else { return }
        do { try rows.append(refusal.row, header: header) } catch { failure = error }
    }

    /// Writes the buffered lines.
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
