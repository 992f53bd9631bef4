import ByteText
import OpenSSL
import Routing

extension ReplaySums {
    /// The sums as one line of JSON that ends with a checksum: a part, in the format of ``init(part:)``.
    ///
    /// Equal sums produce equal bytes, regardless of how they were computed.
    public func part() -> [UInt8] {
        var line: [UInt8] = []
        JSONWriter.append(to: &line) { json in
            json.beginObject()
            json.member("fingerpost_part", PartLayout.version)
            json.member("layout", PartLayout.words)
            json.name("names")
            json.write(names)
            json.name("selection")
            json.write(part: selection)
            var sums = self
            json.name("sums")
            json.beginObject()
            sums.forEachCells { name, cells in
                json.name(name)
                json.write(cells: cells)
            }
            json.endObject()
            json.name("hours")
            json.write(hours)
            json.name("links")
            json.write(links)
            json.name("referrers")
            json.write(referrers)
            json.name("logged_samples")
            json.beginArray()
            for sample in logged.samples.elements { json.write(sample) }
            json.endArray()
            json.name("shadow")
            json.write(part: shadow)
            json.name("formats")
            json.write(formats)
            json.name("bad_lines")
            json.beginArray()
            for samples in badLines { json.write(samples) }
            json.endArray()
            json.name("changes")
            if let changes { json.write(changes) } else { json.null() }
            json.endObject()
        }
        Self.addCheck(to: &line)
        return line
    }

    /// Replaces the line's closing brace with its digest.
    private static func addCheck(to line: inout [UInt8]) {
        line.removeLast()
        let digest = Digest.sha256Hex(line.span)
        line.append(contentsOf: ",\"check\":\"\(digest)\"}\n".utf8)
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ names: RuleSetNames) {
        beginObject()
        member("ruleset", names.hash)
        member(strings: "rules", names.rules)
        member(strings: "sites", names.sites)
        endObject()
    }

    fileprivate mutating func write(part selection: SelectedLines) {
        beginObject()
        member("where", optional: selection.condition)
        member("since", optional: selection.since.map { Int($0) })
        member("until", optional: selection.until.map { Int($0) })
        endObject()
    }

    fileprivate mutating func member(strings name: StaticString, _ strings: [String]) {
        self.name(name)
        beginArray()
        for string in strings { self.string(string) }
        endArray()
    }

    /// Writes the nonzero counts, each preceded by the number of zeros before it.
    fileprivate mutating func write(cells: [Int]) {
        beginArray()
        var zeros = 0
        for cell in cells {
            guard cell != 0 else {
                zeros += 1
                continue
            }
            int(zeros)
            int(cell)
            zeros = 0
        }
        endArray()
    }

    fileprivate mutating func write(_ hours: HourTable) {
        beginObject()
        member("step", hours.step)
        name("rows")
        beginArray()
        for row in hours.rows {
            int(Int(row.start))
            for index in row.decisions.indices { int(row.decisions[index]) }
        }
        endArray()
        endObject()
    }

    fileprivate mutating func write(_ links: LinkCounts) {
        let links = links.canonical()
        let entries = links.table.entries.map { (text: links.table.text(of: $0), entry: $0) }.sorted {
            $0.text < $1.text
        }
        beginObject()
        member("total", links.total)
        name("links")
        beginArray()
        for (text, entry) in entries {
            string(text)
            int(entry.rank)
            guard links.isExact else { continue }
            for index in entry.decisions.indices { int(entry.decisions[index]) }
        }
        endArray()
        name("cells")
        if let sketches = links.sketches { write(cells: sketches.counts.cells) } else { null() }
        name("registers")
        if let sketches = links.sketches { write(cells: sketches.distinct.registers.map(Int.init)) } else { null() }
        endObject()
    }

    fileprivate mutating func write(_ sample: LoggedAnswers.Sample) {
        beginObject()
        name("rank")
        int(sample.rank)
        members(of: sample)
        endObject()
    }

    /// Writes a sample, without its rank.
    mutating func members(of sample: LoggedAnswers.Sample) {
        member(place: sample.place)
        member("link", sample.link)
        member("logged_status", optional: sample.loggedStatus)
        member("logged_location", optional: sample.loggedLocation)
        member("status", sample.status)
        member("location", optional: sample.location)
    }

    fileprivate mutating func write(part shadow: ShadowSums) {
        beginObject()
        member("lines", shadow.lines)
        name("moves")
        if let moves = shadow.moves {
            beginArray()
            for (move, count) in moves.sorted(by: { $0.key < $1.key }) {
                beginArray()
                for text in move.ruleSets + [move.from.rule, move.to.rule] { string(text) }
                int(move.from.decision.index)
                int(move.to.decision.index)
                int(count)
                endArray()
            }
            endArray()
        } else {
            null()
        }
        member(samples: shadow.samples)
        endObject()
    }

    mutating func member(samples: Samples<ShadowSums.Sample>) {
        name("samples")
        beginArray()
        for sample in samples.elements {
            beginObject()
            member(place: sample.place)
            member("link", sample.link)
            member(strings: "differences", sample.differences)
            endObject()
        }
        endArray()
    }

    fileprivate mutating func write(_ formats: FormatTable) {
        beginArray()
        for (name, sums) in formats.rows {
            beginObject()
            member("format", name)
            member("lines", sums.lines)
            self.name("fell_back")
            beginObject()
            for (format, count) in sums.fellBack.sorted(by: { $0.key < $1.key }) {
                self.name(format)
                int(count)
            }
            endObject()
            member(strings: "unread", sums.unread.sorted())
            member("longer", sums.longer)
            self.name("longer_samples")
            write(sums.longerSamples)
            endObject()
        }
        endArray()
    }

    fileprivate mutating func write(_ samples: Samples<BadLineSample>) {
        beginArray()
        for sample in samples.elements {
            beginObject()
            member(place: sample.place)
            member("text", sample.text)
            endObject()
        }
        endArray()
    }

    mutating func member(place: SampledPlace) {
        member("source", place.source)
        member("line", place.line)
    }

    mutating func member(_ name: StaticString, optional value: String?) {
        self.name(name)
        if let value { string(value) } else { null() }
    }

    mutating func member(_ name: StaticString, optional value: Int?) {
        self.name(name)
        if let value { int(value) } else { null() }
    }
}

// MARK: - Changes

extension JSONWriter {
    fileprivate mutating func write(_ changes: ChangeSums) {
        beginObject()
        name("before")
        write(changes.before)
        member(strings: "allowed", changes.allowed.entries.map { "\($0.line) \($0.text)" })
        name("sums")
        beginObject()
        var cells = changes
        cells.forEachCells { name, cells in
            self.name(name)
            write(cells: cells)
        }
        endObject()
        name("pairs")
        write(changes.pairs)
        name("links")
        write(changes.links)
        name("samples")
        beginArray()
        for samples in changes.samples {
            beginArray()
            for sample in samples.elements { write(sample) }
            endArray()
        }
        endArray()
        endObject()
    }

    private mutating func write(_ pairs: RulePairs) {
        guard let counts = pairs.counts else { return null() }
        beginArray()
        for (pair, count) in counts.sorted(by: { ($0.key.before, $0.key.now) < ($1.key.before, $1.key.now) }) {
            int(pair.before)
            int(pair.now)
            int(count)
        }
        endArray()
    }

    private mutating func write(_ sample: ChangeSample) {
        beginObject()
        name("rank")
        int(sample.rank)
        member(place: sample.place)
        member("link", sample.link)
        member("user_agent", optional: sample.userAgent)
        member("time", optional: sample.time.map { Int($0) })
        member(strings: "differences", sample.differences)
        member(side: "before", sample.before)
        member(side: "now", sample.now)
        endObject()
    }

    /// Writes one rule set's decision on a sampled click.
    mutating func member(side name: StaticString, _ side: ChangeSample.Side) {
        self.name(name)
        beginObject()
        self.name("decision")
        value(side.decision)
        self.name("rules")
        value(side.rules)
        endObject()
    }
}
