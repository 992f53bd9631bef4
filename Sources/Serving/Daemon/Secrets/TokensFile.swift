import Glibc
import LinkStore
import Threads

/// The tokens file: read when the daemon starts and when it reloads, and replaced as a whole.
public struct TokensFile: Sendable {
    /// Nil if there is none: then nothing may write.
    public let path: String?

    /// The directory of the store with the file; nil if the file itself was named.
    private var storeDirectory: String?
    private let report: @Sendable (String) -> Void

    /// The file at a path.
    ///
    /// - Parameter report: Receives lines for the operator.
    public init(path: String?, report: @escaping @Sendable (String) -> Void) {
        self.path = path
        self.report = report
    }

    /// The file in the directory of a store, which need not exist yet.
    public init(inStore directory: String, report: @escaping @Sendable (String) -> Void) {
        self.init(path: Self.path(in: directory), report: report)
        storeDirectory = directory
    }

    /// The file that the settings name. If they name none it is next to the links; without a store nothing may write.
    init(_ path: String?, beside store: LinkStore?, report: @escaping @Sendable (String) -> Void) {
        self.init(path: path ?? store.flatMap(Self.path), report: report)
        storeDirectory = path == nil ? self.path.map { String($0.dropLast("/tokens".count)) } : nil
    }

    private static func path(beside store: LinkStore) -> String? {
        guard let directory = store.directory else { return nil }
        let path = Self.path(in: directory)
        // Safe: Swift lends the strings' bytes for the time of the call.
        return unsafe access(directory, W_OK) == 0 || access(path, R_OK) == 0 ? path : nil
    }

    /// The file's path in the directory of a store.
    static func path(in directory: String) -> String { "\(directory)/tokens" }

    /// Reads the file, after creating it with a first token if it does not exist. If it can't be created next to the
    /// store, on a full disk for example, nothing may write, but links are served.
    func loadOrMake() throws -> TokenList {
        // Safe: Swift lends the string's bytes for the time of the call.
        guard let path, unsafe access(path, F_OK) != 0 else { return try load() }
        do { try makeFirst(path) } catch let fault as FileFault where storeDirectory != nil {
            report("\(fault); no token is valid until the daemon restarts")
            return TokenList()
        }
        return try load()
    }

    private func makeFirst(_ path: String) throws {
        let token = TokenList.makeSecret(.token)
        // A terminal is seen by the person who started the daemon; anything else may be a journal that many can read.
        let isShown = isatty(STDERR_FILENO) == 1
        let place = path + ".first"
        var isFirst = false
        try change { text in
            // Another program may have been faster.
            isFirst = text.isEmpty
            guard isFirst else { return text }
            if !isShown { try Self.write(token, to: place) }
            return TokenList.line(name: "first", secret: token)
        }
        guard isFirst else { return }
        report(
            isShown
                ? "\(path): created with a first token, shown only once: \(token)"
                : "\(path): created with a first token, stored in \(place); move it elsewhere and delete that file")
    }

    /// Writes a secret to a new file that only its owner may read; never to an existing one.
    private static func write(_ token: String, to path: String) throws {
        // Safe: Swift lends the string's bytes for the time of the call.
        _ = unsafe unlink(path)
        try ReplacementFile(of: path).commit(Array((token + "\n").utf8))
    }

    /// Reads the file.
    public func load() throws(FileFault) -> TokenList {
        guard let path else { return TokenList() }
        try SecretFile.examine(path, report: report)
        return try parse(try Self.text(path))
    }

    /// Parses the text of the file; faults name the file and the line.
    public func parse(_ text: String) throws(FileFault) -> TokenList {
        do throws(TokenList.Fault) {
            return try TokenList(parsing: text)
        } catch {
            throw FileFault("\(path ?? ""):\(error.line): \(error.problem)")
        }
    }

    /// The text of the file, which ends with a line feed. A file of more than a million bytes was named by mistake.
    private static func text(_ path: String) throws(FileFault) -> String {
        let limit = 1 << 20
        var bytes = try SecretFile.bytes(path, "the tokens file", limit: limit + 1)
        guard bytes.count <= limit else { throw FileFault("\(path): the tokens file is larger than \(limit) bytes") }
        if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Changes

    /// Creates the directory of the store if it does not exist, as the daemon would. The directory of a file that was
    /// named itself must exist.
    public func makeDirectory() throws(FileFault) {
        guard let directory = storeDirectory else { return }
        // Safe: Swift lends the string's bytes for the time of the call.
        if unsafe mkdir(directory, 0o750) == 0 {
            report("\(directory): created; a daemon started with the same --store keeps its store there")
        } else if errno != EEXIST {
            throw .system("can't create the store directory \(directory)")
        }
    }

    /// Rewrites the file with what `body` makes of its text; a missing file has empty text.
    ///
    /// Readers see the old file or the new one. Concurrent changes wait. It keeps its owner and its mode; a new one
    /// belongs to the owner of its directory alone.
    public func change(_ body: (String) throws -> String) throws {
        guard let path else { throw FileFault("no tokens file is configured; set it with --tokens-file") }
        guard !OpenDirectory.hasLink(path) else { throw FileFault(OpenDirectory.refusal(of: path)) }
        let target = Self.resolved(path)
        let replacement = try ReplacementFile(of: target)
        // Safe: Swift lends the string's bytes for the time of the call.
        let isThere = unsafe access(target, F_OK) == 0
        let text = try body(isThere ? try Self.text(target) : "")
        // A text that would lock everyone out is not written.
        _ = try parse(text)
        try replacement.commit(Array(text.utf8))
    }

    /// The file behind symbolic links, which stay.
    private static func resolved(_ path: String) -> String {
        // Safe: the string that the system made is copied, and freed once.
        guard let real = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}
