import ByteText
import OpenSSL
import Routing

extension ReplaySums {
    /// Reads a part: one line, without its line feed.
    public init(part line: Span<UInt8>) throws(PartFault) {
        let document = try PartReader(line).document
        guard let layout = document["layout"]?.string, document["fingerpost_part"]?.number?.int == PartLayout.version,
            layout == PartLayout.words
        else { throw .otherVersion }
        let reader = PartReader(document)
        self.init(try PartReader(reader.object("names")).names())
        selection = PartReader(try reader.object("selection")).selection()
        let cells = try PartReader(reader.object("sums"))
        try forEachCells { name, array throws(PartFault) in
            array = try cells.cells(name.description, count: array.count)
        }
        hours = try PartReader(reader.object("hours")).hours()
        links = try PartReader(reader.object("links")).links()
        referrers = try PartReader(reader.object("referrers")).links()
        for sample in try reader.array("logged_samples") { logged.samples.add(try PartReader(sample).loggedSample()) }
        shadow = try PartReader(reader.object("shadow")).shadow()
        for format in try reader.array("formats") {
            let reader = PartReader(format)
            formats.add(try reader.string("format"), try reader.format())
        }
        let bad = try reader.array("bad_lines")
        guard bad.count == badLines.count else { throw .damaged }
        for (index, samples) in bad.enumerated() {
            for sample in samples.array ?? [] { badLines[index].add(try PartReader(sample).badLine()) }
        }
        if let value = document["changes"], !value.isNull { changes = try PartReader(value).changes(now: names) }
    }
}

/// Reads the values of a part. Impossible values are reported as damage.
private struct PartReader {
    let document: JSONValue

    init(_ value: JSONValue) {
        document = value
    }

    /// Reads a line and verifies its checksum.
    init(_ line: Span<UInt8>) throws(PartFault) {
        guard line.starts(with: "{\"fingerpost_part\":") else { throw .noPart }
        let check = ",\"check\":\"".utf8.count + 2 * Digest.sha256Count + "\"}".utf8.count
        guard line.count > check, line.ends(with: "\"}") else { throw .cutOff }
        let body = line.extracting(0..<line.count - check)
        let digest = line.extracting(line.count - 2 - 2 * Digest.sha256Count..<line.count - 2)
        guard digest.equals(utf8Of: Digest.sha256Hex(body)) else { throw .damaged }
        guard let value = try? JSONValue(parsing: line) else { throw .damaged }
        document = value
    }

    func object(_ name: String) throws(PartFault) -> JSONValue {
        guard let value = document[name], value.object != nil else { throw .damaged }
        return value
    }

    func array(_ name: String) throws(PartFault) -> [JSONValue] {
        guard let values = document[name]?.array else { throw .damaged }
        return values
    }

    func string(_ name: String) throws(PartFault) -> String {
        guard let value = document[name]?.string else { throw .damaged }
        return value
    }

    func strings(_ name: String) throws(PartFault) -> [String] {
        let values = try array(name)
        let strings = values.compactMap(\.string)
        guard strings.count == values.count else { throw .damaged }
        return strings
    }

    func int(_ name: String) throws(PartFault) -> Int {
        guard let value = document[name]?.number?.int else { throw .damaged }
        return value
    }

    /// A count small enough that thousands of parts can be added without overflow.
    static func count(_ value: JSONValue) throws(PartFault) -> Int {
        guard let number = value.number?.int, (0...(1 << 48)).contains(number) else { throw .damaged }
        return number
    }

    static func rank(_ value: JSONValue?) throws(PartFault) -> UInt64 {
        guard let number = value?.number?.int, number >= 0 else { throw .damaged }
        return UInt64(number)
    }

    func names() throws(PartFault) -> RuleSetNames {
        RuleSetNames(hash: try string("ruleset"), rules: try strings("rules"), sites: try strings("sites"))
    }

    func selection() -> SelectedLines {
        var selection = SelectedLines()
        selection.condition = document["where"]?.string
        selection.since = document["since"]?.number?.int.map(Int64.init)
        selection.until = document["until"]?.number?.int.map(Int64.init)
        return selection
    }

    /// Run-length encoded counts, each preceded by the number of zeros before it.
    func cells(_ name: String, count: Int) throws(PartFault) -> [Int] {
        let values = try array(name)
        var cells = [Int](repeating: 0, count: count)
        var index = 0
        guard values.count % 2 == 0 else { throw .damaged }
        for place in stride(from: 0, to: values.count, by: 2) {
            index += try Self.count(values[place])
            guard index < count else { throw .damaged }
            cells[index] = try Self.count(values[place + 1])
            index += 1
        }
        return cells
    }

    func hours() throws(PartFault) -> HourTable {
        var hours = HourTable()
        let step = try int("step")
        let rows = try array("rows")
        let width = DecisionKind.allCases.count + 1
        guard HourTable.widths.indices.contains(step), rows.count % width == 0 else { throw .damaged }
        hours.coarsen(to: step)
        for place in stride(from: 0, to: rows.count, by: width) {
            guard let start = rows[place].number?.int else { throw .damaged }
            for decision in 1..<width {
                let count = try Self.count(rows[place + decision])
                if count > 0 { hours.add(Int64(start), decision: decision - 1, count: count) }
            }
        }
        return hours
    }

    func links() throws(PartFault) -> LinkCounts {
        let isExact = document["cells"]?.isNull ?? true
        let values = try array("links")
        let width = isExact ? 2 + DecisionKind.allCases.count : 2
        guard values.count % width == 0 else { throw .damaged }
        var table = LinkCountTable()
        for place in stride(from: 0, to: values.count, by: width) {
            guard let text = values[place].string else { throw .damaged }
            let rank = try Self.rank(values[place + 1])
            var decisions: [Int] = []
            for offset in 2..<width { decisions.append(try Self.count(values[place + offset])) }
            let entry = table.place(of: text.utf8.span, hash: StableHash.hash(text.utf8.span))
            table.update(entry) { entry in
                entry.rank = rank
                entry.count = decisions.reduce(0, +)
                for index in decisions.indices { entry.decisions[index] = decisions[index] }
            }
        }
        let total = try Self.count(document["total"] ?? .null)
        guard !isExact else { return LinkCounts(table: table, sketches: nil, total: total) }
        var sketches = LinkCounts.Sketches()
        sketches.counts.cells = try cells("cells", count: sketches.counts.cells.count)
        sketches.distinct.registers = try cells("registers", count: sketches.distinct.registers.count).map {
            UInt8(truncatingIfNeeded: $0)
        }
        return LinkCounts(table: table, sketches: sketches, total: total).canonical()
    }

    func place() throws(PartFault) -> SampledPlace {
        SampledPlace(source: try string("source"), line: try int("line"))
    }

    func loggedSample() throws(PartFault) -> LoggedAnswers.Sample {
        LoggedAnswers.Sample(
            rank: try Self.rank(document["rank"]), place: try place(), link: try string("link"),
            loggedStatus: document["logged_status"]?.number?.int, loggedLocation: document["logged_location"]?.string,
            status: try int("status"), location: document["location"]?.string)
    }

    func shadow() throws(PartFault) -> ShadowSums {
        var shadow = ShadowSums()
        if document["moves"]?.isNull == true {
            shadow.discardMoves(of: try Self.count(document["lines"] ?? .null))
        } else {
            for move in try array("moves") {
                let (move, count) = try Self.shadowMove(move.array ?? [])
                shadow.add(move, count)
            }
        }
        for sample in try array("samples") { shadow.samples.add(try PartReader(sample).shadowSample()) }
        return shadow
    }

    private static func shadowMove(_ values: [JSONValue]) throws(PartFault) -> (ShadowSums.Move, Int) {
        let texts = values.prefix(4).compactMap(\.string)
        let kinds = values.dropFirst(4).prefix(2).compactMap { $0.number?.int }
        guard values.count == 7, texts.count == 4, kinds.allSatisfy(DecisionKind.allCases.indices.contains),
            kinds.count == 2
        else { throw .damaged }
        let move = ShadowSums.Move(
            ruleSets: Array(texts[0...1]),
            from: ShadowSums.Step(decision: DecisionKind.allCases[kinds[0]], rule: texts[2]),
            to: ShadowSums.Step(decision: DecisionKind.allCases[kinds[1]], rule: texts[3]))
        return (move, try count(values[6]))
    }

    private func shadowSample() throws(PartFault) -> ShadowSums.Sample {
        ShadowSums.Sample(place: try place(), link: try string("link"), differences: try strings("differences"))
    }

    func format() throws(PartFault) -> FormatSums {
        var sums = FormatSums()
        sums.lines = try Self.count(document["lines"] ?? .null)
        for member in try object("fell_back").object?.members ?? [] {
            sums.fellBack[member.name] = try Self.count(member.value)
        }
        sums.unread = Set(try strings("unread"))
        sums.longer = try Self.count(document["longer"] ?? .null)
        for sample in try array("longer_samples") { sums.longerSamples.add(try PartReader(sample).badLine()) }
        return sums
    }

    func badLine() throws(PartFault) -> BadLineSample {
        BadLineSample(place: try place(), text: try string("text"))
    }
}

// MARK: - Changes

extension PartReader {
    fileprivate func changes(now: RuleSetNames) throws(PartFault) -> ChangeSums {
        var changes = ChangeSums(
            before: try PartReader(object("before")).names(), now: now, allowed: try allowed())
        let cells = try PartReader(object("sums"))
        try changes.forEachCells { name, array throws(PartFault) in
            array = try cells.cells(name.description, count: array.count)
        }
        changes.pairs = try pairs(before: changes.byRuleBefore.count, now: changes.byRuleNow.count)
        changes.links = try PartReader(object("links")).links()
        let samples = try array("samples")
        guard samples.count == changes.samples.count else { throw .damaged }
        for (index, list) in samples.enumerated() {
            for sample in list.array ?? [] { changes.samples[index].add(try PartReader(sample).changeSample()) }
        }
        return changes
    }

    /// The expected changes as of the replay, each with its line number.
    private func allowed() throws(PartFault) -> AllowedChanges {
        var entries: [AllowedChanges.Entry] = []
        for text in try strings("allowed") {
            let parts = text.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let line = Int(parts[0]),
                var entry = try? AllowedChanges(parsing: String(parts[1]), path: "").entries.first
            else { throw .damaged }
            entry.line = line
            entries.append(entry)
        }
        return AllowedChanges(entries: entries)
    }

    private func pairs(before: Int, now: Int) throws(PartFault) -> RulePairs {
        var pairs = RulePairs()
        guard let values = document["pairs"]?.array else {
            pairs.discard()
            return pairs
        }
        guard values.count % 3 == 0 else { throw .damaged }
        for place in stride(from: 0, to: values.count, by: 3) {
            let pair = RulePairs.Pair(before: try Self.count(values[place]), now: try Self.count(values[place + 1]))
            guard pair.before < before, pair.now < now else { throw .damaged }
            pairs.add(pair, try Self.count(values[place + 2]))
        }
        return pairs
    }

    private func changeSample() throws(PartFault) -> ChangeSample {
        ChangeSample(
            rank: try Self.rank(document["rank"]), place: try place(), link: try string("link"),
            userAgent: document["user_agent"]?.string, time: document["time"]?.number?.int.map(Int64.init),
            differences: try strings("differences"), before: try PartReader(object("before")).side(),
            now: try PartReader(object("now")).side())
    }

    private func side() throws(PartFault) -> ChangeSample.Side {
        ChangeSample.Side(decision: document["decision"] ?? .null, rules: document["rules"] ?? .null)
    }
}
