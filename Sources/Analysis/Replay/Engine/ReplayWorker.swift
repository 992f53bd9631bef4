import ByteText
import DecisionCache
import Links
import Locations
import LogFormats
import Routing

/// Reads and decides one block after another: one core's part of a replay.
struct ReplayWorker<Visitor: ReplayVisitor>: ~Copyable {
    private var arena = ByteArena()
    private var request = ClickRequest()
    private var reader = LogLineReader()
    /// The outcome of the last click, in whose place each one is written: a large value.
    private var outcome = Outcome(Decision(kind: .error, status: 302))
    private let evaluator: CachingEvaluator
    private let click: ClickMaker
    private let locations: Locations?
    private let locationReads: LocationReads
    private var visitor: Visitor
    private var counts = LineCounts()
    private var samples = BadLineSamples()

    init(_ evaluator: CachingEvaluator, host: String?, _ locations: Locations? = nil, _ visitor: consuming Visitor) {
        self.evaluator = evaluator
        click = ClickMaker(host: host)
        locationReads = LocationReads(evaluator.evaluator.ruleSet)
        self.locations = locationReads.isEmpty ? nil : locations
        self.visitor = visitor
    }

    /// Returns what remains at the end.
    consuming func finish() -> (Visitor.Sums, LineCounts, BadLineSamples, CacheCounts) {
        let (visitor, counts, samples, caches) = (visitor, counts, samples, evaluator.counts)
        return (visitor.finish(), counts, samples, caches)
    }

    /// Visits all lines of a block and returns their number.
    mutating func visit(_ block: borrowing LineBlock) -> Int {
        var place = LinePlace(input: block.input, block: block.number, line: 0)
        var start = block.lines.lowerBound
        let end = block.lines.upperBound
        while start < end {
            let next = LineEnd.after(start, in: block.bytes, before: end)
            var stop = next.map { $0 - 1 } ?? end
            if stop > start, block.bytes[stop - 1] == 0x0D { stop -= 1 }
            if stop > start {
                visit(block.bytes.span.extracting(start..<stop), at: place, by: block.schema)
            }
            start = next ?? end
            place.line += 1
        }
        if let unread = block.unread {
            arena.reset()
            addFault(.damaged, at: place, line: arena.append(unread.reason))
        }
        visitor.endBlock(block.sequence)
        return Int(place.line)
    }

    private mutating func visit(_ line: Span<UInt8>, at place: LinePlace, by schema: LineSchema) {
        if schema.isStateful, line[0] == UInt8(ascii: "#") { return }
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
            var bypass = try reader.read(record.line, by: schema, into: &record, &request, &arena)
            // A decision log has the request as it was; from the others one has to be made.
            if bypass == nil, record.logged == nil { bypass = click.make(&request, of: &record, in: &arena) }
            if let bypass {
                counts[bypass] += 1
                visitor.visit(&record, bypassing: bypass, in: &arena)
            } else {
                locations?.complete(&request, for: locationReads, in: &arena)
                request.omitsAddresses = !visitor.readsAddresses(of: &record)
                evaluator.decide(request, into: &outcome, in: &arena)
                counts.decided += 1
                visitor.visit(&record, request, &outcome, in: &arena)
            }
        } catch {
            addFault(error, at: place, line: record.line)
        }
    }

    private mutating func addFault(_ fault: LineFault, at place: LinePlace, line: TextRange) {
        counts[fault] += 1
        if fault == .damaged { counts.lines += 1 }
        samples.add(fault, at: place, line, in: arena)
        visitor.visit(fault, at: place, line: line, in: arena)
    }
}
