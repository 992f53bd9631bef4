import ByteText
public import LinkStore
import Links
import OpenSSL
import Routing

/// Imports the links of a file into a store, in commits of some thousands. Holds two commits in memory: the next one is
/// read while the previous one is written. Long files for a store with few links are sorted and committed all at once.
///
/// A link that already exists with the same contents is left alone, so an interrupted import can be repeated. A link
/// that exists with other contents is refused, unless the import replaces such links. A dry run gives the same result.
public struct LinkImporter: ~Copyable {
    /// Import options.
    public struct Options: Sendable {
        /// The link domains to import into, instead of the file's. The first move that applies to a link is used.
        public var moves: [DomainMove] = []
        /// Whether to check only, and write nothing.
        public var isDryRun = false
        /// Whether to overwrite links that exist with other contents.
        public var replaces = false
        /// Whether refused lines are reported with their text; keeps the text of two commits in memory.
        public var keepsRows = false
        /// The creation time of links without one, in seconds since the epoch.
        public var now: Int64
        /// The number of links per commit. In a large store each link changes three or four pages of 4 KiB, which the
        /// process holds in memory until the commit.
        var batchCount = 8_192
        /// Whether a file with more links than a commit may be sorted; does not affect the result.
        var sorts = true

        /// Options that import links into the domains in the file.
        public init(now: Int64) { self.now = now }
    }

    /// Called for each refused line, in no strict order; `header` is ``LinkImporter/header``.
    public typealias Refusal = (_ refusal: ImportRefusal, _ header: [UInt8]) -> Void

    private(set) var store: LinkStore?
    /// Creates the store before the first write; `nil` if there is one.
    private let makeStore: (() throws(StoreError) -> LinkStore)?
    private var reader: LinkFileReader
    private var checker: LinkChecker?
    /// The sites that links are checked against; empty for an unchecked import.
    let sites: [SiteDefinition]
    let options: Options
    private let refuse: Refusal
    private var batch = ImportBatch()
    /// The previous batch, which the writer thread is writing.
    private var underWay: (batch: ImportBatch, change: PendingChange)?
    /// The load that sorts the links; `nil` if they are committed directly.
    private var load: SortedLoad?
    private var isFirst = true
    /// The number of sorted links.
    private var sorted = 0
    /// The domain of the previous link and its site; a file usually has a single domain.
    private var lastSite: (domain: String, site: SiteDefinition)?
    /// The links of the file that were not created, because they exist or because it is a dry run.
    private var seen = SeenLinks()
    /// The codes of the file, ignoring case.
    private var spelled: SpelledCodes
    /// The lines of the created links.
    private var made = ImportedLines()
    /// The result so far; final once ``finish()`` returns.
    public internal(set) var counts = Counts()
    /// The refused lines so far, by reason.
    public private(set) var refusals = RefusalGroups()

    /// Prepares an import, which ``read(_:isLast:)`` runs.
    ///
    /// - Parameters:
    ///   - store: The destination; `nil` if the store is yet to be created, and in a dry run without one.
    ///   - makeStore: Creates the store once there is a link for it, so that a file without links leaves no store
    ///     behind.
    ///   - format: The format of the file; `nil` to detect it from its beginning.
    ///   - checker: Checks the links; `nil` to accept all that are well-formed.
    public init(
        _ store: LinkStore?, _ format: LinkFileFormat?, checker: consuming LinkChecker?, _ options: Options,
        makeStore: (() throws(StoreError) -> LinkStore)? = nil, refuse: @escaping Refusal
    ) {
        (self.store, self.makeStore) = (store, makeStore)
        reader = LinkFileReader(format)
        if let checker {
            sites = checker.sites
            self.checker = consume checker
        } else {
            sites = []
            self.checker = nil
        }
        spelled = SpelledCodes(sites: sites)
        self.options = options
        self.refuse = refuse
    }

    /// The format of the file, once it is known.
    public var format: LinkFileFormat? { reader.format }
    /// The header line as written in the file, with its byte order mark; empty without either.
    public var header: [UInt8] { reader.header }
    /// The columns that are not imported, with the number of values in each.
    public var ignoredColumns: [(title: String, values: Int)] { reader.ignoredColumns.map { ($0.title, $0.values) } }
    /// Whether the file consists of a header line only.
    public var isWithoutRows: Bool {
        !header.isEmpty && counts == Counts()
    }
    /// The number of lines read.
    public var lines: Int { reader.line - 1 }

    /// The number of links read that ``finish()`` has yet to write.
    public var unwritten: Int { load == nil ? batch.count : sorted + batch.count }

    /// Reads all complete lines of `source` and returns their length in bytes.
    ///
    /// May wait for the writer thread. Throws if the file can't be read as links, or the store fails.
    public mutating func read(
        _ source: Span<UInt8>, isLast: Bool
    ) throws(LinkImportFault) -> Int {
        var start = 0
        while start < source.count {
            let step: LinkFileReader.Step
            do throws(LinkFileReader.Fault) {
                step = try reader.next(source, from: start, isLast: isLast)
            } catch { throw .file(error.message) }
            let row = source.extracting(start..<(start + reader.used))
            start += reader.used
            switch step {
            case .link(let fields, let line):
                for link in fields.withOthers { try add(link, line, row) }
            case .refused(let fault, let line):
                reject(ImportRefusal(line: line, fault: fault, row: kept(row)))
            case .nothing: break
            case .needsMore: return start
            }
        }
        return start
    }

    /// The text of a line, if it is kept.
    private func kept(_ row: Span<UInt8>) -> [UInt8] {
        guard options.keepsRows else { return [] }
        if !reader.element.isEmpty { return reader.element + [0x0A] }
        var text: [UInt8] = []
        text.reserveCapacity(row.count + 1)
        for index in row.indices { text.append(row[index]) }
        if text.last != reader.endOfLine { text.append(reader.endOfLine) }
        return text
    }

    mutating func reject(_ refusal: ImportRefusal) {
        counts.refused += 1
        refusals.add(refusal)
        refuse(refusal, reader.header)
    }

    private mutating func add(_ fields: LinkFields, _ line: Int, _ row: Span<UInt8>) throws(LinkImportFault) {
        var fields = fields
        do throws(ShortLinkFault) {
            try fields.move(by: options.moves)
            let warnings = try check(&fields)
            var record = try fields.record(now: options.now)
            if record.hasPlainPassword { hashPassword(of: &record) }
            do throws(StoreError) { try record.validate() } catch { throw .invalid(error.description) }
            let notes = ImportBatch.Row(
                line: line, warnings: warnings, isUndated: fields.created == nil && !fields.isMisdated,
                isBlanked: fields.hasBlankedControls, isMisdated: fields.isMisdated,
                isStopped: fields.isStoppedElsewhere)
            batch.append(record, notes, options.keepsRows ? kept(row) : nil)
            noteSpelling(of: record.key, line)
        } catch {
            let link = fields.domain.flatMap { domain in fields.code.map { "\(domain)/\($0)" } }
            let site = lastSite.flatMap { $0.domain == fields.domain ? $0.site.name : nil }
            return reject(ImportRefusal(line: line, link: link, site: site, fault: error, row: kept(row)))
        }
        if batch.count == options.batchCount { try pass() }
    }

    /// Hashes the password of a link, or takes the hash of the existing link if it has this password.
    private func hashPassword(of record: inout LinkRecord) {
        guard let password = record.password else { return }
        let known = (try? store?.link(record.key))?.password
        if let known, PasswordHash(known)?.matches(Array(password.utf8)) ?? false {
            record.password = known
        } else {
            record.hashPassword()
        }
    }

    /// Counts a link whose code differs only in case from another one in the file or, if the site ignores case, in the
    /// store.
    private mutating func noteSpelling(of key: LinkKey, _ line: Int) {
        let ignoresCase = spelled.ignoresCase(key.domain)
        var other = spelled.add(key, line: line, ignoresCase: ignoresCase).map { "line \(grouped($0))" }
        if other == nil, ignoresCase, let known = try? store?.otherSpelling(of: key), !known.isDeleted {
            other = "the store as \(known.key.code)"
        }
        guard let other else { return }
        if ignoresCase {
            counts.respelled.count(line, key.code, like: other)
        } else {
            counts.otherwiseSpelled.count(line, key.code, like: other)
        }
    }

    /// Checks the link of a line against the rules, and drops the long link parameters that Firebase would drop.
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
        try checker?.check(targetsOf: fields.patch, on: domain)
        if longLink != fields.patch.longLink {
            fields.patch.longLink = longLink
            fields.isCanonical = true
        }
        return warnings
    }

    /// Recounts some imported links as known: they were forwarded to another store that already had them unchanged.
    public mutating func noteKnown(_ count: Int) {
        counts.imported -= count
        counts.known += count
    }

    /// Writes the remaining links, and waits until they are durable.
    public mutating func finish() throws(LinkImportFault) {
        try pass(isLast: true)
        try settle()
        guard let load else { return }
        self.load = nil
        do throws(StoreError) {
            if try finish(load) { return }
        } catch { throw .store(error) }
        try replay(load)
    }
}

// MARK: - The store

extension LinkImporter {
    /// Passes the batch to the writer thread once it has finished the previous one.
    mutating func pass(isLast: Bool = false) throws(LinkImportFault) {
        try settle()
        if batch.count == 0 { return }
        let full = batch
        batch = ImportBatch(capacity: options.batchCount)
        if store == nil, !options.isDryRun, let makeStore {
            do throws(StoreError) { store = try makeStore() } catch { throw .store(error) }
        }
        if try sort(full, isLast: isLast) { return }
        guard !options.isDryRun else {
            do throws(StoreError) { return try count(try look(full), full) } catch { throw .store(error) }
        }
        guard let store else { throw .store(.readOnly) }
        underWay = (full, store.begin(.load(full.records)))
    }

    /// Adds a batch to the sort; `false` if the store must commit it directly.
    private mutating func sort(_ batch: ImportBatch, isLast: Bool) throws(LinkImportFault) -> Bool {
        do throws(StoreError) {
            if isFirst, options.sorts, !isLast, !options.isDryRun, let store { load = try SortedLoad.begin(store) }
            isFirst = false
            guard let load else { return false }
            try load.add(batch.records) { index, note in batch.encodeNote(of: index, into: &note) }
            sorted += batch.count
            return true
        } catch { throw .store(error) }
    }

    /// Adds a checked and sorted link to the next batch.
    mutating func addSorted(_ record: LinkRecord, _ note: Span<UInt8>) throws(LinkImportFault) {
        batch.append(record, ImportBatch.Row(note: note), options.keepsRows ? ImportBatch.Row.text(of: note) : nil)
        if batch.count == options.batchCount { try pass() }
    }

    private mutating func settle() throws(LinkImportFault) {
        guard let (batch, change) = underWay else { return }
        underWay = nil
        do throws(StoreError) { try count(try change.wait().refusals, batch) } catch { throw .store(error) }
    }

    /// The links of the batch that a load would not create, and why.
    func look(_ batch: ImportBatch) throws(StoreError) -> [LoadRefusal] {
        guard let known = try store?.links(batch.records.map(\.key)) else { return [] }
        return batch.records.indices.compactMap { index in
            guard let old = known[index] else { return nil }
            let isKnown = !old.isDeleted && old.hasSameContent(as: batch.records[index])
            return LoadRefusal(index: index, error: isKnown ? nil : old.isDeleted ? .deleted : .exists)
        }
    }

    /// Counts the links of a batch; `others` are those that the load did not create.
    private mutating func count(_ others: [LoadRefusal], _ batch: ImportBatch) throws(StoreError) {
        try remember(batch, others)
        var isRepeated = [Bool](repeating: false, count: options.isDryRun || !others.isEmpty ? batch.count : 0)
        if options.isDryRun {
            for index in isRepeated.indices { isRepeated[index] = countRepetition(of: index, batch, made: nil) }
        } else {
            for other in others {
                isRepeated[other.index] = countRepetition(of: other.index, batch, made: other)
            }
        }
        note(batch, isRepeated)
        let existing = others.filter { !isRepeated[$0.index] }
        counts.imported += batch.count - isRepeated.count { $0 } - existing.count
        try count(existing: existing, batch)
    }

    /// Counts links that existed before the import, and refuses or replaces those that differ.
    mutating func count(existing: [LoadRefusal], _ batch: ImportBatch) throws(StoreError) {
        var differing: [Int] = []
        for other in existing {
            switch other.error {
            case nil: counts.known += 1
            case .exists: differing.append(other.index)
            case let error?: reject(batch.refusal(other.index, ShortLinkFault(error)))
            }
        }
        guard !differing.isEmpty else { return }
        if options.replaces { try replace(differing, batch) } else { try refuse(differing, batch) }
    }

    /// Records the lines of the created links. A load assigns consecutive IDs.
    private mutating func remember(_ batch: ImportBatch, _ others: [LoadRefusal]) throws(StoreError) {
        guard !options.isDryRun, let store else { return }
        var place = 0
        for other in others where other.index == place { place += 1 }
        guard place < batch.count, let id = try store.link(batch.records[place].key)?.id else { return }
        made.add(batch.rows, from: id - UInt64(place))
    }

    /// Counts or refuses a line that repeats an earlier line's link; `false` if it repeats none.
    private mutating func countRepetition(of index: Int, _ batch: ImportBatch, made other: LoadRefusal?) -> Bool {
        let line = batch.rows[index].line
        if let id = other?.knownID, let first = made.line(of: id) {
            if other?.error == nil { counts.repeated += 1 } else { reject(batch.refusal(index, .repeated(first))) }
            return true
        }
        switch seen.add(batch.records[index], line) {
        case .new: return false
        case .same: counts.repeated += 1
        case .other(let first): reject(batch.refusal(index, .repeated(first)))
        }
        return true
    }

    /// Counts the warnings of links that are not repetitions.
    private mutating func note(_ batch: ImportBatch, _ isRepeated: [Bool]) {
        for (index, row) in batch.rows.enumerated() where isRepeated.isEmpty || !isRepeated[index] {
            counts.note(row)
        }
    }

    /// Refuses links that exist with other contents, and reports the difference.
    private mutating func refuse(_ indices: [Int], _ batch: ImportBatch) throws(StoreError) {
        let known = try store?.links(indices.map { batch.records[$0].key }) ?? []
        for (index, old) in zip(indices, known) {
            let isSame = old?.longLink == batch.records[index].longLink
            reject(batch.refusal(index, isSame ? .hasOtherFields : .leadsElsewhere))
        }
    }

    /// Overwrites existing links with the file's contents.
    private mutating func replace(_ indices: [Int], _ batch: ImportBatch) throws(StoreError) {
        guard !options.isDryRun, let store else { return counts.replaced += indices.count }
        let changes = indices.map { index in
            let record = batch.records[index]
            return LinkChange.update(record.key, LinkPatch(all: record), at: options.now)
        }
        for (index, result) in zip(indices, try store.apply(.each(changes)).each) {
            switch result {
            case .success: counts.replaced += 1
            case .failure(let error): reject(batch.refusal(index, ShortLinkFault(error)))
            }
        }
    }
}

/// The reason for an import to end before the end of the file.
public enum LinkImportFault: Error, Sendable, Equatable {
    /// The file can't be read as links.
    case file(String)
    case store(StoreError)
}

extension ShortLinkFault {
    /// The refusal of a link by a working store.
    init(_ error: StoreError) { self = .invalid(error.description) }
}
