import ByteText
import DecisionCache
import Links
import Locations
import LogFormats
import Routing

/// One core's part of a replay: reads blocks and decides their clicks.
struct ReplayWorker<Visitor: ReplayVisitor>: ~Copyable {
    private var arena = ByteArena()
    private var request = ClickRequest()
    private var reader = LogLineReader()
    /// The outcome of the current click, reused because it is a large value.
    private var outcome = Outcome(Decision(kind: .error, status: 302))
    /// The rules and the visitor of the current line.
    private var lane: ReplayLane<Visitor>
    /// The choice of the lane; `nil` if there is only one.
    private var past: PastLanes<Visitor>?
    private let click: ClickMaker
    private let selection: LineSelection
    /// The condition of the selection.
    private let filter: ClickFilter?
    private var counts = LineCounts()
    private var samples = BadLineSamples()
    /// The counts for the current input, and those of the previous inputs.
    private var tally = ReadingTally()
    private var tallies: [Int32: ReadingTally] = [:]

    init(_ lane: ReplayLane<Visitor>, _ settings: ReplaySettings, past: PastLanes<Visitor>? = nil) throws {
        (self.lane, self.past) = (lane, past)
        click = ClickMaker(host: settings.host)
        selection = settings.selection
        filter = try selection.condition.map { try ClickFilter($0) }
    }

    /// Returns the results: the sums of each lane, and the lines whose rules are not kept.
    consuming func finish() -> WorkerResult<Visitor.Sums> {
        let lanes = [lane] + (past?.others ?? [])
        return WorkerResult(
            sums: lanes.map { $0.visitor.finish() }, tallies: tallies, samples: samples,
            caches: lane.evaluator.counts, missing: past?.missing ?? [:])
    }

    /// Visits all lines of a block and returns their number.
    mutating func visit(_ block: borrowing LineBlock) -> Int {
        var place = LinePlace(input: block.input, block: block.number, line: 0)
        counts = LineCounts()
        if case .w3c(let header?) = block.schema { tally.unread.formUnion(header.unread) }
        var start = block.lines.lowerBound
        let end = block.lines.upperBound
        while start < end {
            let next = LineEnd.after(start, in: block.bytes, before: end)
            var stop = next.map { $0 - 1 } ?? end
            if stop > start, block.bytes[stop - 1] == 0x0D { stop -= 1 }
            if stop > start {
                visit(block.bytes.span.extracting(start..<stop), at: place, block)
            }
            start = next ?? end
            place.line += 1
        }
        if let unread = block.unread {
            arena.reset()
            addFault(.damaged, at: place, line: arena.append(unread.reason))
        }
        lane.visitor.endBlock(block.sequence)
        tally.counts = counts
        tallies[block.input, default: ReadingTally()].add(tally)
        tally = ReadingTally()
        return Int(place.line)
    }

    private mutating func visit(_ line: Span<UInt8>, at place: LinePlace, _ block: borrowing LineBlock) {
        // Rare: zeros or a byte order mark.
        if line[0] == 0 || line[0] == 0xEF {
            let start = LineStart.offset(in: line)
            if start > 0 { return visit(line.extracting(start..<line.count), at: place, block) }
        }
        if block.schema.isStateful, line[0] == UInt8(ascii: "#") { return }
        arena.reset()
        counts.lines += 1
        guard line.count <= LineLimits.longestLine else {
            let beginning = arena.append(line.extracting(0..<Masking.beginningCount))
            return addFault(.tooLong, at: place, line: beginning)
        }
        request.reset()
        var record = LogRecord()
        record.place = place
        record.line = arena.append(line)
        do throws(LineFault) {
            var bypass = try read(&record, block)
            if selection.isTimed, bypass == nil || record.time != nil,
                let omission = selection.omission(at: record.time)
            {
                return counts[omission] += 1
            }
            // A decision log contains the request; for other formats one has to be built.
            if bypass == nil, record.logged == nil { bypass = click.make(&request, of: &record, in: &arena) }
            if let bypass {
                counts[bypass] += 1
                lane.visitor.visit(&record, bypassing: bypass, in: &arena)
            } else {
                if past != nil, past?.choose(&lane, for: record, in: arena) != true {
                    return counts[.pastRules] += 1
                }
                lane.locations?.complete(&request, for: lane.locationReads, in: &arena)
                if let filter, let omission = omission(by: filter) { return counts[omission] += 1 }
                request.omitsAddresses = !lane.visitor.readsAddresses(of: &record)
                lane.evaluator.decide(request, into: &outcome, in: &arena)
                if past?.hasDoubt == true { return counts[.pastLink] += 1 }
                counts.decided += 1
                lane.visitor.visit(&record, request, &outcome, in: &arena)
            }
        } catch {
            addFault(error, at: place, line: record.line)
        }
    }

    /// The reason why the condition excludes the current click; `nil` if it does not.
    private mutating func omission(by filter: ClickFilter) -> Omission? {
        let device = lane.evaluator.knownDevice(of: request, in: &arena)
        return Omission(lane.evaluator.evaluator.verdict(of: filter, on: request, device: device, in: &arena))
    }

    /// Reads a line by the block's schema, or by an alternative of its log if that fails.
    @inline(__always)
    private mutating func read(_ record: inout LogRecord, _ block: borrowing LineBlock) throws(LineFault) -> Bypass? {
        do throws(LineFault) {
            let bypass = try reader.read(record.line, by: block.schema, into: &record, &request, &arena)
            if reader.isIrregular { note(record, way: 0) }
            return bypass
        } catch {
            return try readAgain(&record, block.reading, error)
        }
    }

    @inline(never)
    private mutating func readAgain(
        _ record: inout LogRecord, _ reading: LogReading?, _ fault: LineFault
    ) throws(LineFault) -> Bypass? {
        guard let reading, reading.hasOtherWays else { throw fault }
        let (place, line) = (record.place, record.line)
        record = LogRecord()
        (record.place, record.line) = (place, line)
        request.reset()
        guard let (way, bypass) = reader.readAgain(line, by: reading, into: &record, &request, &arena) else {
            throw fault
        }
        note(record, way: way)
        return bypass
    }

    /// Counts a line that was read by an alternative, lacks columns or has unread text at its end.
    private mutating func note(_ record: borrowing LogRecord, way: Int) {
        tally.add(way: way, isShort: reader.isShort)
        if let rest = reader.rest { tally.add(rest: rest, at: record.place, in: arena) }
    }

    private mutating func addFault(_ fault: LineFault, at place: LinePlace, line: TextRange) {
        counts[fault] += 1
        if fault == .damaged { counts.lines += 1 }
        samples.add(fault, at: place, line, in: arena)
        lane.visitor.visit(fault, at: place, line: line, in: arena)
    }
}
