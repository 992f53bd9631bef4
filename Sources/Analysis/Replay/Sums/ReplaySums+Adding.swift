import ByteText
import Devices
import Links
import LogFormats
import Routing

extension ReplaySums {
    /// Counts a decided line. Returns whether it should be sampled.
    mutating func add(
        _ record: inout LogRecord, _ outcome: inout Outcome, _ line: SightedLine,
        in arena: borrowing ByteArena
    ) -> Bool {
        let kind = outcome.decision.kind.index
        decisions.add(0, kind)
        count(&outcome, kind, in: arena)
        sites.add(outcome.site ?? names.sites.count, kind)
        add(outcome.device, kind)
        countries.add(line.country, kind)
        if let host = line.referrer {
            referrers.add(arena[host], hash: StableHash.hash(arena[host]), rank: line.rank, decision: kind)
        }
        pages.add(outcome.decision.page?.index ?? Page.count, kind)
        if case .fault(let fault) = outcome.decision.error { faults[Int(fault.code.rawValue)] += 1 }
        if let time = record.time {
            hours.add(time, decision: kind)
            week.add(time)
        } else {
            untimed.add(0, kind)
        }
        links.add(arena[line.key], hash: line.hash, rank: line.rank, decision: kind)
        return logged.add(&record, &outcome.decision, in: arena) && logged.samples.keeps { line.rank <= $0.rank }
    }

    private mutating func count(_ outcome: inout Outcome, _ kind: Int, in arena: borrowing ByteArena) {
        rules[outcome.decision.rule ?? names.rules.count] += 1
        outcome.beside.forEach(in: arena) { rulesBeside[$0] += 1 }
        if !outcome.undecided.isEmpty {
            undecided += 1
            outcome.undecided.forEach(in: arena) { rulesUndecided[$0] += 1 }
        }
        guard !outcome.decision.warnings.isEmpty else { return }
        for bit in warnings.indices where outcome.decision.warnings.rawValue & (1 << UInt32(bit)) != 0 {
            warnings[bit] += 1
        }
    }

    private mutating func add(_ device: Device?, _ kind: Int) {
        guard let device else {
            platforms.add(Platform.count, kind)
            browsers.add(Browser.count, kind)
            inApps.add(InApp.count, kind)
            return bots.add(BotKind.count, kind)
        }
        platforms.add(Int(device.platform.rawValue), kind)
        browsers.add(Int(device.browser.rawValue), kind)
        inApps.add(Int(device.inApp.rawValue), kind)
        let bot = device.bot ? device.botKind ?? .other : nil
        bots.add(bot.map { Int($0.rawValue) } ?? BotKind.count, kind)
    }

    /// Samples a line whose response differs now.
    mutating func sample(
        _ record: borrowing LogRecord, at place: SampledPlace, _ status: UInt16, _ location: TextRange?,
        _ line: SightedLine,
        in arena: borrowing ByteArena
    ) {
        logged.samples.add(
            LoggedAnswers.Sample(
                rank: line.rank, place: place,
                link: Masking.shown(record.target, in: arena) ?? "", loggedStatus: record.status.map(Int.init),
                loggedLocation: Masking.shown(record.location, in: arena), status: Int(status),
                location: Masking.shown(location, in: arena)))
    }

    /// Counts a line that could not be read.
    mutating func add(
        _ fault: LineFault, _ place: SampledPlace, _ line: TextRange, in arena: borrowing ByteArena
    ) {
        let index = Int(fault.rawValue)
        guard badLines[index].keeps({ place <= $0.place }) else { return }
        let text = Masking.beginning(of: line, in: arena, to: BadLineSample.textLimit)
        badLines[index].add(BadLineSample(place: place, text: text))
    }
}

extension Masking {
    /// A part of a line for a report: masked, then truncated.
    static func shown(_ text: TextRange?, in arena: borrowing ByteArena) -> String? {
        text.map { shortened(masked(arena.string($0))) }
    }

    /// The number of bytes to examine for showing the beginning of a line. It exceeds the shown length by the longest
    /// possible secret, so that none is cut in two before masking.
    static let beginningCount = 4096

    /// The beginning of a line, masked, then truncated.
    static func beginning(of line: TextRange, in arena: borrowing ByteArena, to limit: Int) -> String {
        let text = masked(arena.string(line[0..<min(Int(line.count), beginningCount)]))
        // Masks can be shorter than encoded secrets, so the end of the examined bytes must not come close to the shown
        // text.
        let isCut = line.count >= beginningCount && text.utf8.count < limit + beginningCount / 4
        return isCut ? "…" : shortened(text, to: limit)
    }

    static func shortened(_ text: String, to limit: Int = 512) -> String {
        text.utf8.count <= limit ? text : String(decoding: text.utf8.prefix(limit - 3), as: UTF8.self) + "…"
    }
}

extension Page {
    /// The index of the page among all pages.
    var index: Int {
        switch self {
        case .interstitial: 0
        case .social: 1
        case .static: 2
        case .debug: 3
        case .error: 4
        }
    }

    static let count = allCases.count
}

extension Platform {
    static let count = allCases.count
}

extension InApp {
    static let count = allCases.count
}

extension Browser {
    static let count = allCases.count
}

extension BotKind {
    static let count = allCases.count
}
