import ByteText
public import LinkStore
import Links
import Routing

/// Imports the links of a file into a store, in commits of some thousands. Holds two commits in memory: while one is
/// being written, the next is read. A store that has few links gets those of a longer file sorted, all in one piece.
///
/// A link that already exists as the file has it is left alone, so that an interrupted import can be repeated. One that
/// exists with other contents is refused, unless the import replaces such links. A dry run finds the same.
public struct LinkImporter: ~Copyable {
    /// What to import, and how.
    public struct Options: Sendable {
        /// The link domains to import into, in place of the file's; the first that is for a link counts.
        public var moves: [DomainMove] = []
        /// Whether to check only, and write nothing.
        public var isDryRun = false
        /// Whether links that exist with other contents get the file's.
        public var replaces = false
        /// Whether refused lines are reported with their text; costs the text of two commits.
        public var keepsRows = false
        /// Seconds since the epoch, for links without a creation time.
        public var now: Int64
        /// The links of one commit. In a large store each of them changes three or four pages of 4 KiB, which the process
        /// holds until the commit.
        var batchCount = 8_192
        /// Whether a file with more links than a commit may be sorted; the result is the same.
        var sorts = true

        /// Options that write links to the domains that the file names.
        public init(now: Int64) { self.now = now }
    }

    /// Called for each line that is refused, in no strict order; `header` is ``LinkImporter/header``.
    public typealias Refusal = (_ refusal: ImportRefusal, _ header: [UInt8]) -> Void

    private(set) var store: LinkStore?
    /// Makes the store for the first link that is written; `nil` if there is one.
    private let makeStore: (() throws(StoreError) -> LinkStore)?
    private var reader: LinkFileReader
    private var checker: LinkChecker?
    /// The sites that links are checked against; none in an unchecked import.
    let sites: [SiteDefinition]
    let options: Options
    private let refuse: Refusal
    private var batch = ImportBatch()
    /// The previous batch, which the store's thread is writing.
    private var underWay: (batch: ImportBatch, change: PendingChange)?
    /// Where links go that are sorted; nil where commits are made.
    private var load: SortedLoad?
    private var isFirst = true
    /// How many links were sorted.
    private var sorted = 0
    /// The domain of the previous link, and its site: a file usually has one.
    private var lastSite: (domain: String, site: SiteDefinition)?
    /// The links of the file that this import does not make, since the store has them or since it is a dry run.
    private var seen = SeenLinks()
    /// The codes of the file in any case.
    private var spelled: SpelledCodes
    /// Those that it made.
    private var made = ImportedLines()
    /// The result so far; final once ``finish()`` returns.
    public internal(set) var counts = Counts()
    /// The refused lines so far, by their reasons.
    public private(set) var refusals = RefusalGroups()

    /// Prepares an import, which ``read(_:isLast:)`` runs.
    ///
    /// - Parameters:
    ///   - store: Where the links go; nil for a store that is yet to be made, and in a dry run without one.
    ///   - makeStore: Makes the store once there is a link for it: a file that has none leaves no store behind.
    ///   - format: The format of the file; nil to detect it from its beginning.
    ///   - checker: What links are checked against; nil to accept all that are well-formed.
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
    /// The line that names the columns as the file has it, with its byte order mark; empty without either.
    public var header: [UInt8] { reader.header }
    /// The columns that are not imported, and how many rows have a value in each.
    public var ignoredColumns: [(title: String, values: Int)] { reader.ignoredColumns.map { ($0.title, $0.values) } }
    /// Whether the file has a line that names its columns, and nothing else.
    public var isWithoutRows: Bool {
        !header.isEmpty && counts == Counts()
    }
    /// How many lines were read.
    public var lines: Int { reader.line - 1 }

    /// How many links were read that ``finish()`` is to write.
    public var unwritten: Int { load == nil ? batch.count : sorted + batch.count }

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

    /// The text of a line, if it is to be kept.
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
            let record = try fields.record(now: options.now)
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

    /// Counts a link whose code differs from another's only in case: from one of the file or, where the site ignores case, one of the
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
        try checker?.check(targetsOf: fields.patch, on: domain)
        if longLink != fields.patch.longLink {
            fields.patch.longLink = longLink
            fields.isCanonical = true
        }
        return warnings
    }

    /// Counts some of the links that were imported as known: they went on to another place, which had them as they are.
    public mutating func noteKnown(_ count: Int) {
        counts.imported -= count
        counts.known += count
    }

    /// Writes what was read, and waits until it is on the disk.
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
    /// Hands the batch to the store's thread, once it has finished the previous one.
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

    /// Adds a batch to those that are sorted; false where the store gets it right away.
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

    /// Adds a link that was checked and sorted to the next batch.
    mutating func addSorted(_ record: LinkRecord, _ note: Span<UInt8>) throws(LinkImportFault) {
        batch.append(record, ImportBatch.Row(note: note), options.keepsRows ? ImportBatch.Row.text(of: note) : nil)
        if batch.count == options.batchCount { try pass() }
    }

    private mutating func settle() throws(LinkImportFault) {
        guard let (batch, change) = underWay else { return }
        underWay = nil
        do throws(StoreError) { try count(try change.wait().refusals, batch) } catch { throw .store(error) }
    }

    /// What a load of the batch would not make, and why.
    func look(_ batch: ImportBatch) throws(StoreError) -> [LoadRefusal] {
        guard let known = try store?.links(batch.records.map(\.key)) else { return [] }
        return batch.records.indices.compactMap { index in
            guard let old = known[index] else { return nil }
            let isKnown = !old.isDeleted && old.hasSameContent(as: batch.records[index])
            return LoadRefusal(index: index, error: isKnown ? nil : old.isDeleted ? .deleted : .exists)
        }
    }

    /// Counts the links of a batch; `others` are those that a load did not make.
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

    /// Counts links that the store has from before the import, and refuses or replaces those that differ.
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

    /// Remembers the lines of the links that were made. A load gives its links IDs that follow one another.
    private mutating func remember(_ batch: ImportBatch, _ others: [LoadRefusal]) throws(StoreError) {
        guard !options.isDryRun, let store else { return }
        var place = 0
        for other in others where other.index == place { place += 1 }
        guard place < batch.count, let id = try store.link(batch.records[place].key)?.id else { return }
        made.add(batch.rows, from: id - UInt64(place))
    }

    /// Counts or refuses a line whose link an earlier line has; false where none does.
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

    /// Counts what there is to say of links that are no repetitions.
    private mutating func note(_ batch: ImportBatch, _ isRepeated: [Bool]) {
        for (index, row) in batch.rows.enumerated() where isRepeated.isEmpty || !isRepeated[index] {
            counts.note(row)
        }
    }

    /// Refuses links that the store has with other contents, and says what differs.
    private mutating func refuse(_ indices: [Int], _ batch: ImportBatch) throws(StoreError) {
        let known = try store?.links(indices.map { batch.records[$0].key }) ?? []
        for (index, old) in zip(indices, known) {
            let isSame = old?.longLink == batch.records[index].longLink
            reject(batch.refusal(index, isSame ? .hasOtherFields : .leadsElsewhere))
        }
    }

    /// Gives links of the store the file's contents.
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

/// Why an import ends before the file does.
public enum LinkImportFault: Error, Sendable, Equatable {
    /// The file can't be read as links.
    case file(String)
    case store(StoreError)
}

extension ShortLinkFault {
    /// The refusal of a store that works.
    init(_ error: StoreError) { self = .invalid(error.description) }
}

extension LinkPatch {
    /// Everything of a link that can be changed.
    init(all record: LinkRecord) {
        self.init()
        longLink = record.longLink
        name = record.name
        note = record.note
        tags = record.tags
        attributes = record.attributes
        starts = .some(record.starts)
        expires = .some(record.expires)
        maximumClicks = .some(record.maximumClicks)
        isArchived = record.isArchived
        isDisabled = record.isDisabled
        isUnsafe = record.isUnsafe
        expiredTarget = .some(record.expiredTarget)
        usedUpTarget = .some(record.usedUpTarget)
        clicksPerSecond = .some(record.clicksPerSecond)
        cacheSeconds = .some(record.cacheSeconds)
        isManaged = record.isManaged
    }
}
