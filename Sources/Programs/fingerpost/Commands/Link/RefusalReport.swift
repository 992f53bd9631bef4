import Glibc
import Links

/// Lines of a file that were refused: the first on standard error, all of them in a file where one is named.
final class RefusalReport {
    private static let shown = 20
    private var count = 0
    private var path: String?
    private var descriptor: Int32 = -1
    private var buffer: [UInt8] = []

    init() {}

    /// Opens the file anew; the one that is read is refused.
    init(path: String, of input: String) throws {
        self.path = path
        if let own = FileIdentity(path), own == FileIdentity(input) {
            throw Failure("\(path): this is the file to import")
        }
        // Safe: Swift lends the string's bytes for the time of the call.
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        // Safe: strerror returns a string that lives at least until the next call, and is copied here.
        guard descriptor >= 0 else { throw Failure("\(path): \(unsafe String(cString: strerror(errno)))") }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    func note(_ line: Int, _ reason: String) {
        count += 1
        if count <= Self.shown { Output.error("line \(line): \(reason)") }
        guard descriptor >= 0 else { return }
        buffer.append(contentsOf: "\(line)\t\(Output.escaped(Masking.masked(reason)))\n".utf8)
        if buffer.count > 65_536 { flush() }
    }

    /// Says how many there were beyond those that were shown.
    func finish() {
        flush()
        guard count > Self.shown else { return }
        let rest = ProgressLine.grouped(count - Self.shown)
        Output.error("and \(rest) more" + (path.map { "; all are in \($0)" } ?? "; --report FILE keeps them all"))
    }

    private func flush() {
        guard descriptor >= 0, !buffer.isEmpty else { return }
        Output.write(buffer, to: descriptor)
        buffer.removeAll(keepingCapacity: true)
    }
}
