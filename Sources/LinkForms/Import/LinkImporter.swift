import ByteText
public import LinkStore
import Links

/// Takes the links of a file into a store, in commits of some thousands, with the memory of one of them.
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
    private var batch: [(record: LinkRecord, line: Int)] = []
    /// The domain of the link before, which a site has: a file has one as a rule.
    private var lastDomain: String?
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
            let record = try fields.record(now: options.now)
            try check(record, on: fields.domain ?? "")
            batch.append((record, line))
        } catch { return note(line, error.message) }
        if batch.count == Self.batchCount { try finish() }
    }

    private mutating func check(_ record: LinkRecord, on domain: String) throws(ShortLinkFault) {
        if domain != lastDomain { _ = try checker?.requireSite(of: domain) }
        lastDomain = domain
        try checker?.check(record.longLink, on: domain)
    }

    /// Puts what was read on the disk.
    public mutating func finish() throws(LinkImportFault) {
        let batch = batch
        self.batch.removeAll(keepingCapacity: true)
        let outcomes: [Outcome]
        do throws(StoreError) { outcomes = try options.isDryRun ? look(batch) : write(batch) } catch {
            throw .store(error)
        }
        for (outcome, entry) in zip(outcomes, batch) {
            switch outcome {
            case .made: counts.imported += 1
            case .known: counts.known += 1
            case .refused(let reason): note(entry.line, "\(entry.record.link): \(reason)")
            }
        }
    }

    // MARK: - The store

    private enum Outcome: Sendable {
        case made, known
        case refused(String)
    }

    private func write(_ batch: [(record: LinkRecord, line: Int)]) throws(StoreError) -> [Outcome] {
        guard let store else { throw .readOnly }
        let records = batch.map(\.record)
        return try store.write { transaction throws(StoreError) in
            var outcomes = [Outcome](repeating: .made, count: records.count)
            for refusal in try transaction.load(records) {
                outcomes[refusal.index] = try Self.outcome(refusal.error, records[refusal.index], transaction)
            }
            return outcomes
        }
    }

    /// What an error says of one link; the store's own trouble ends the import.
    private static func outcome(
        _ error: StoreError, _ record: LinkRecord, _ transaction: borrowing LinkTransaction
    ) throws(StoreError) -> Outcome {
        switch error {
        case .exists:
            let isSame = try transaction.link(record.key).map { $0.isSame(as: record) } ?? false
            return isSame ? .known : .refused("there is such a link already, and it is another one")
        case .deleted, .invalid: return .refused(error.description)
        default: throw error
        }
    }

    private mutating func look(_ batch: [(record: LinkRecord, line: Int)]) throws(StoreError) -> [Outcome] {
        var outcomes: [Outcome] = []
        for (record, _) in batch {
            if !seen.insert(record.key).inserted {
                outcomes.append(.refused("the link stands in the file twice"))
                continue
            }
            let known = try store?.read { view throws(StoreError) in try view.link(record.key) }
            switch known {
            case nil: outcomes.append(.made)
            case let known?: outcomes.append(Self.outcome(of: record, known))
            }
        }
        return outcomes
    }

    private static func outcome(of record: LinkRecord, _ known: LinkRecord) -> Outcome {
        if known.isDeleted { return .refused(StoreError.deleted.description) }
        return known.isSame(as: record) ? .known : .refused("there is such a link already, and it is another one")
    }
}

/// Why an import ends before the file does.
public enum LinkImportFault: Error, Sendable, Equatable {
    /// The file can't be read as links.
    case file(String)
    case store(StoreError)
}

extension LinkRecord {
    /// Whether a file says of a link what is there; what the store counts, and times that no file gave, apart.
    fileprivate func isSame(as other: LinkRecord) -> Bool {
        longLink == other.longLink && name == other.name && note == other.note && tags == other.tags
            && attributes == other.attributes && starts == other.starts && expires == other.expires
            && maximumClicks == other.maximumClicks && isArchived == other.isArchived && isDisabled == other.isDisabled
    }
}

extension LinkFields {
    /// Moves a link to another link domain; the code stays.
    mutating func move(to domain: String) {
        if let longLink, var long = try? LongLink(parsing: longLink), long.domain == self.domain {
            long.domain = domain
            self.longLink = long.text
            isCanonical = true
        }
        self.domain = domain
    }
}
