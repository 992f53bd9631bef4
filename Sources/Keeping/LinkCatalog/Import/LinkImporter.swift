import ByteText
public import LinkStore
public import Links
import Routing

/// Imports the links of a file into a store, in commits of some thousands. Holds two commits in memory: while one is
/// being written, the next is read.
///
/// A link that already exists as the file has it is left alone, so that an interrupted import can be repeated. One that
/// exists with another long link is refused: an import never changes a link that works.
public struct LinkImporter: ~Copyable {
    /// What to import, and how.
    public struct Options: Sendable {
        /// The link domain to import into, in place of the file's; nil keeps the file's.
        public var domain: String?
        /// Whether to check only, and write nothing.
        public var isDryRun = false
        /// Seconds since the epoch, for links without a creation time.
        public var now: Int64

        /// Options that write links to the domains that the file names.
        public init(now: Int64) { self.now = now }
    }

    /// The result so far.
    public struct Counts: Sendable, Equatable {
        /// Links that were written, or in a dry run would be.
        public var imported = 0
        /// Links that already existed as the file has them.
        public var known = 0
        /// Lines that were refused; each was reported with its reason.
        public var refused = 0
        /// For each warning, how many links it concerned, and the line of the first.
        public var warnings: [ShortLinkWarning: Warned] = [:]
    }

    /// The links that a warning concerned.
    public struct Warned: Sendable, Equatable {
        /// How many links it concerned.
        public var links = 0
        /// The line of the first of them, from 1.
        public var firstLine: Int

        /// A count that begins at a line.
        public init(links: Int = 0, firstLine: Int) {
            self.links = links
            self.firstLine = firstLine
        }
    }

    /// Called for each line that is refused, in no strict order.
    public typealias Refusal = (_ line: Int, _ reason: String) -> Void

    /// The links of one commit.
    private static let batchCount = 32_768

    private let store: LinkStore?
    private var reader: LinkFileReader
    private var checker: LinkChecker?
    private let options: Options
    private let refuse: Refusal
    private var batch = Batch()
    /// The previous batch, which the store's thread is writing.
    private var underWay: (batch: Batch, change: PendingChange)?
    /// The domain of the previous link, and its site: a file usually has one.
    private var lastSite: (domain: String, site: SiteDefinition)?
    /// In a dry run, the links of the file so far, so that duplicates are found.
    private var seen: Set<LinkKey> = []
    /// The result so far; final once ``finish()`` returns.
    public private(set) var counts = Counts()

    /// Prepares an import, which ``read(_:isLast:)`` runs.
    ///
    /// - Parameters:
    ///   - store: Where the links go; nil in a dry run without a store yet.
    ///   - format: The format of the file; nil to detect it from its beginning.
    ///   - checker: What links are checked against; nil to accept all that are well-formed.
    public init(
        _ store: LinkStore?, _ format: LinkFileFormat?, checker: consuming LinkChecker?, _ options: Options,
        refuse: @escaping Refusal
    ) {
        self.store = store
        reader = LinkFileReader(format)
        self.checker = checker
        self.options = options
        self.refuse = refuse
    }

    /// The format of the file, once it is known.
    public var format: LinkFileFormat? { reader.format }
    /// The titles of columns that are not recognised, and so were skipped.
    public var unknownTitles: [String] { reader.unknownTitles }
    /// How many lines were read.
    public var lines: Int { reader.line - 1 }

    /// Reads all complete lines of `source` and returns their length in bytes.
    ///
    /// May wait for the store's thread. Throws when the file can't be read as links, or the store fails.
    public mutating func read(
        _ source: Span<UInt8>, isLast: Bool
    ) throws(LinkImportFault) -> Int {
        var start = 0
        while start < source.count {
            let step: LinkFileReader.Step
            do throws(LinkFileReader.Fault) {
                step = try reader.next(source, from: start, isLast: isLast)
            } catch { throw .file(error.message) }
            start += reader.used
            switch step {
            case .link(let fields, let line): try add(fields, line)
            case .refused(let fault, let line): reject(line, fault.message)
            case .nothing: break
            case .needsMore: return start
            }
        }
        return start
    }

    private mutating func reject(_ line: Int, _ reason: String) {
        counts.refused += 1
        refuse(line, reason)
    }

    private mutating func add(_ fields: LinkFields, _ line: Int) throws(LinkImportFault) {
        var fields = fields
        if let domain = options.domain { fields.move(to: domain) }
        do throws(ShortLinkFault) {
            let warnings = try check(&fields)
            batch.records.append(try fields.record(now: options.now))
            for warning in warnings { counts.warnings[warning, default: Warned(firstLine: line)].links += 1 }
            batch.lines.append(line)
        } catch { return reject(line, error.message) }
        if batch.lines.count == Self.batchCount { try pass() }
    }

    /// Checks the link of a line against the rules; what Firebase would drop from its long link is dropped.
    private mutating func check(_ fields: inout LinkFields) throws(ShortLinkFault) -> [ShortLinkWarning] {
        guard checker != nil, let domain = fields.domain, let code = fields.code, var longLink = fields.patch.longLink
        else {
            return []
        }
        if domain != lastSite?.domain {
            guard let site = try checker?.requireSite(of: domain) else { return [] }
            lastSite = (domain, site)
        }
        guard let site = lastSite?.site else { return [] }
        try checker?.check(code: code, on: domain)
        let warnings = checker?.review(&longLink, for: site) ?? []
        try checker?.check(longLink, on: domain)
        if longLink != fields.patch.longLink {
            fields.patch.longLink = longLink
            fields.isCanonical = true
        }
        return warnings
    }

    /// Writes what was read, and waits until it is on the disk.
    public mutating func finish() throws(LinkImportFault) {
        try pass()
        try settle()
    }

    /// Hands the batch to the store's thread, once it has finished the previous one.
    private mutating func pass() throws(LinkImportFault) {
        try settle()
        if batch.lines.isEmpty { return }
        let full = batch
        batch = Batch()
        batch.reserve(Self.batchCount)
        guard !options.isDryRun else {
            do throws(StoreError) { return count(try look(full), full) } catch { throw .store(error) }
        }
        guard let store else { throw .store(.readOnly) }
        underWay = (full, store.begin(.load(full.records)))
    }

    private mutating func settle() throws(LinkImportFault) {
        guard let (batch, change) = underWay else { return }
        underWay = nil
        do throws(StoreError) { count(try change.wait().refusals, batch) } catch { throw .store(error) }
    }

    private mutating func count(_ refusals: [LoadRefusal], _ batch: Batch) {
        count(refusals.map { ($0.index, $0.error.map(Self.reason)) }, batch)
    }

    /// Counts the links of a batch. `others` are those that were not made: their indices and reasons, nil if they exist
    /// already.
    private mutating func count(_ others: [(index: Int, reason: String?)], _ batch: Batch) {
        counts.imported += batch.records.count - others.count
        for (index, reason) in others {
            if let reason {
                reject(batch.lines[index], "\(batch.records[index].link): \(reason)")
            } else {
                counts.known += 1
            }
        }
    }

    private static func reason(_ error: StoreError) -> String {
        error == .exists ? "the short link already exists, with other contents" : error.description
    }

    // MARK: - The store

    /// The links of a commit, and their line numbers.
    private struct Batch {
        var records: [LinkRecord] = []
        var lines: [Int] = []

        mutating func reserve(_ count: Int) {
            records.reserveCapacity(count)
            lines.reserveCapacity(count)
        }
    }

    /// What a load of the batch would not make, and why.
    private mutating func look(_ batch: Batch) throws(StoreError) -> [(index: Int, reason: String?)] {
        let known = try store?.links(batch.records.map(\.key))
        var others: [(index: Int, reason: String?)] = []
        for (index, record) in batch.records.enumerated() {
            if !seen.insert(record.key).inserted {
                others.append((index, "the link appears twice in the file"))
            } else if let known = known?[index] {
                let isKnown = !known.isDeleted && known.hasSameContent(as: record)
                others.append((index, isKnown ? nil : Self.reason(known.isDeleted ? .deleted : .exists)))
            }
        }
        return others
    }
}

/// Why an import ends before the file does.
public enum LinkImportFault: Error, Sendable, Equatable {
    /// The file can't be read as links.
    case file(String)
    case store(StoreError)
}

extension LinkFields {
    /// Moves a link to another link domain; the code stays.
    mutating func move(to domain: String) {
        if let longLink = patch.longLink, var long = try? LongLink(parsing: longLink), long.domain == self.domain {
            long.domain = domain
            patch.longLink = long.text
            isCanonical = true
        }
        self.domain = domain
    }
}
