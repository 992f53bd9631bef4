import ByteText
import Devices
import Expressions
import LogFormats
import Routing

extension ReplaySums {
    /// The report as one line of JSON with the schema in the article `ReplayOutput`. The order of members is fixed, and
    /// equal sums produce equal bytes.
    public func report(top: Int) -> [UInt8] {
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { json in
            json.beginObject()
            json.member("ruleset", names.hash)
            json.member("interrupted", isPartial)
            json.name("selection")
            json.write(selection)
            json.name("lines")
            json.write(lines: self)
            json.name("formats")
            json.write(formats)
            json.name("decisions")
            json.write(decisions: decisions[0])
            json.name("rules")
            json.write(rules: ruleRows)
            json.name("never_matched")
            json.write(strings: ruleRows.filter { !$0.isMatched }.map(\.rule))
            json.member("undecided", undecided)
            json.write(rows: "sites", siteRows, keyed: "site", nameless: Self.none)
            json.write(rows: "platforms", platformRows, keyed: "platform", nameless: Self.none)
            json.write(
                rows: "in_apps", inApps.rows(InApp.names.map(\.description), none: "refused"), keyed: "in_app",
                nameless: "refused")
            json.write(rows: "browsers", browserRows, keyed: "browser", nameless: Self.none)
            json.write(rows: "countries", countryRows, keyed: "country", nameless: Self.none)
            json.name("referrers")
            json.write(referrers, top: top, keyed: "host")
            json.member("bots", botRows)
            json.member("pages", pageRows)
            json.member("refused", refusedRows)
            json.member("warnings", warningRows)
            json.name("hours")
            json.write(hours)
            json.name("hours_of_week")
            json.write(week)
            json.name("untimed")
            json.write(decisions: untimed[0])
            json.name("links")
            json.write(links, top: top)
            json.name("logged")
            json.write(logged)
            json.name("shadow")
            json.write(shadow)
            json.name("bad_lines")
            json.write(badLines)
            json.name("changes")
            if let changes { json.write(changes, of: names, top: top) } else { json.null() }
            json.endObject()
        }
        output.append(UInt8(ascii: "\n"))
        return output
    }
}

extension JSONWriter {
    fileprivate mutating func write(lines sums: ReplaySums) {
        beginObject()
        member("read", sums.counts.lines)
        member("decided", sums.counts.decided)
        member("bypassed", sums.bypassRows)
        member("left_out", sums.omittedRows)
        member("bad", sums.badRows)
        endObject()
    }

    fileprivate mutating func write(_ formats: FormatTable) {
        beginArray()
        for (name, sums) in formats.rows {
            beginObject()
            member("format", name)
            member("lines", sums.lines)
            member(
                "fell_back", sums.fellBack.sorted { $0.key < $1.key }.map { ReportRow(name: $0.key, count: $0.value) })
            self.name("unread")
            write(strings: sums.unread.sorted())
            member("longer", sums.longer)
            self.name("longer_sample")
            if let sample = sums.longerSamples.elements.first {
                beginObject()
                member(place: sample.place)
                member("text", sample.text)
                endObject()
            } else {
                null()
            }
            endObject()
        }
        endArray()
    }

    mutating func write(decisions counts: [Int]) {
        beginObject()
        for (kind, count) in zip(DecisionCounts.kinds, counts) {
            name(kind.rawValue)
            int(count)
        }
        endObject()
    }

    fileprivate mutating func write(rules: [RuleRow]) {
        beginArray()
        for row in rules {
            beginObject()
            member("rule", row.rule)
            member("decided", row.decided)
            member("beside", row.beside)
            member("undecided", row.undecided)
            endObject()
        }
        endArray()
    }

    mutating func write(strings: [String]) {
        beginArray()
        for text in strings { string(text) }
        endArray()
    }

    /// Writes rows as objects. The row without a name has a null name.
    mutating func write(rows name: StaticString, _ rows: [ReportRow], keyed key: StaticString, nameless: String) {
        self.name(name)
        beginArray()
        for row in rows {
            beginObject()
            member(key, optional: row.name == nameless ? nil : row.name)
            member("count", row.count)
            self.name("decisions")
            if let decisions = row.decisions { write(decisions: decisions) } else { null() }
            endObject()
        }
        endArray()
    }

    /// Writes rows as the members of one object.
    fileprivate mutating func member(_ name: StaticString, _ rows: [ReportRow]) {
        self.name(name)
        beginObject()
        for row in rows {
            self.name(row.name)
            int(row.count)
        }
        endObject()
    }

    fileprivate mutating func write(_ hours: HourTable) {
        beginObject()
        member("seconds", Int(hours.width))
        name("rows")
        beginArray()
        for row in hours.rows {
            beginObject()
            member("start", optional: CELTimestamp(seconds: row.start)?.description)
            name("decisions")
            write(decisions: row.decisions.indices.map { row.decisions[$0] })
            endObject()
        }
        endArray()
        endObject()
    }

    mutating func write(_ links: LinkCounts, top: Int, keyed key: StaticString = "link") {
        beginObject()
        member("different", links.distinct)
        member("exact", links.isExact)
        name("error")
        if links.isExact {
            null()
        } else {
            beginObject()
            member("sketch", "count-min 4 x 65536, hyperloglog 4096")
            member("count_too_high_by", Int((CountMinSketch.error * Double(links.total)).rounded(.up)))
            name("different_relative")
            double(HyperLogLog.error)
            endObject()
        }
        name("top")
        beginArray()
        for link in links.top(top) {
            beginObject()
            member(key, link.link)
            member("count", link.count)
            name("decisions")
            if let decisions = link.decisions { write(decisions: decisions) } else { null() }
            endObject()
        }
        endArray()
        endObject()
    }

    fileprivate mutating func write(_ logged: LoggedAnswers) {
        beginObject()
        member("same_status", logged.sameStatus)
        member("other_status", logged.otherStatus)
        member("same_location", logged.sameLocation)
        member("other_location", logged.otherLocation)
        write(rows: "statuses", logged.statuses.rows(LoggedAnswers.statusNames), keyed: "status", nameless: "")
        write(
            rows: "decisions",
            logged.decisions.rows(Array(DecisionCounts.kinds.map(\.rawValue).dropLast()), none: "error"),
            keyed: "logged", nameless: "")
        name("samples")
        beginArray()
        for sample in logged.samples.elements {
            beginObject()
            members(of: sample)
            endObject()
        }
        endArray()
        endObject()
    }

    fileprivate mutating func write(_ badLines: [Samples<BadLineSample>]) {
        beginArray()
        for (fault, samples) in zip(LineFault.allCases, badLines) {
            for sample in samples.elements {
                beginObject()
                member("fault", fault.name)
                member(place: sample.place)
                member("text", sample.text)
                endObject()
            }
        }
        endArray()
    }
}
