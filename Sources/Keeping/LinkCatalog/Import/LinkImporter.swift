import ByteText
public import LinkStore
public import Links
import Routing

/// Takes the links of a file into a store, in commits of some thousands, with the memory of two of them: while one is on its
/// way to the disk, the next is read.
///
/// A link that is there already as the file has it is left alone, so that a file whose import was broken off is imported
/// again. One that is there with another long link is refused: nothing that works is changed by an import.
public struct LinkImporter: ~Copyable {
    /// What to import, and how.
    public struct Options: Sendable {
        /// The link domain that takes the place of the file's; nil for that which the file names.
        public var domain: String?
        /// Whether to look only.
        public var isDryRun = false
        /// Seconds since the epoch: for links that don't say when they were made.
        public var now: Int64

        public init(now: Int64) { self.now = now }
    }

    /// What came of it so far.
    public struct Counts: Sendable, Equatable {
        public var imported = 0
        /// Links that were there already as the file has them.
        public var known = 0
        public var refused = 0
        /// For each code, how many links it was said of, and the line of the first.
        public var warnings: [ShortLinkWarning: Warned] = [:]
    }

    /// What was warned of.
    public struct Warned: Sendable, Equatable {
        public var links = 0
        public var firstLine: Int

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
    /// The batch before, which the store's thread is at.
    private var underWay: (batch: Batch, change: PendingChange)?
    /// The domain of the link before, and its site: a file has one as a rule.
    private var lastSite: (domain: String, site: SiteDefinition)?
    /// In a dry run, the links of the file so far: what stands twice is told.
    private var seen: Set<LinkKey> = []
    public private(set) var counts = Counts()

    /// - Parameters:
    ///   - store: Where the links go; nil in a dry run where there is none yet.
    ///   - format: The form of the file; nil to tell it by its beginning.
    ///   - checker: What links are held against; nil to take all that are well-formed.
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

    /// The form of the file, once it is known; and the columns that mean nothing here.
    public var format: LinkFileFormat? { reader.format }
    public var unknownTitles: [String] { reader.unknownTitles }
    /// How many lines were read.
    public var lines: Int { reader.line - 1 }

    /// Reads all whole lines that are there; tells how many bytes they are.
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
            case .link(let fields, let line): try take(fields, line)
            case .refused(let fault, let line): note(line, fault.message)
            case .nothing: break
            case .needsMore: return start
            }
        }
        return start
    }

    private mutating func note(_ line: Int, _ reason: String) {
        counts.refused += 1
        refuse(line, reason)
    }

    private mutating func take(_ fields: LinkFields, _ line: Int) throws(LinkImportFault) {
        var fields = fields
        if let domain = options.domain { fields.move(to: domain) }
        do throws(ShortLinkFault) {
            let warnings = try check(&fields)
            batch.records.append(try fields.record(now: options.now))
            for warning in warnings { counts.warnings[warning, default: Warned(firstLine: line)].links += 1 }
            batch.lines.append(line)
        } catch { return note(line, error.message) }
        if batch.lines.count == Self.batchCount { try pass() }
    }

    /// Holds the link of a line against the rules; what Firebase would leave out of its long link is left out.
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

    /// Puts what was read on the disk.
    public mutating func finish() throws(LinkImportFault) {
        try pass()
        try settle()
    }

    /// Hands the batch to the store's thread, once it is done with the one before.
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

    /// Counts the links of a batch; those that are not made have their places and reasons, nil where they are known.
    private mutating func count(_ others: [(index: Int, reason: String?)], _ batch: Batch) {
        counts.imported += batch.records.count - others.count
        for (index, reason) in others {
            if let reason {
                note(batch.lines[index], "\(batch.records[index].link): \(reason)")
            } else {
                counts.known += 1
            }
        }
    }

    private static func reason(_ error: StoreError) -> String {
        error == .exists ? "the short link already exists, with other contents" : error.description
    }

    // MARK: - The store

    /// The links of a commit, and the numbers of their lines.
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
                let isKnown = !known.isDeleted && known.says(sameAs: record)
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
