public import ByteText
public import EdgeMap
import Links
public import LogFormats
public import Routing

/// Compares the answers of a table of redirects with the decisions of the rules, on the clicks of a log.
///
/// Clicks that the table passes on are decided by the rules anyway.
public struct MapComparison: ReplayVisitor {
    /// A click that the table leads elsewhere. Secrets are masked.
    public struct Difference: Sendable, Equatable, Comparable {
        /// The number of differences that are kept.
        static let limit = 5

        /// The place of the line.
        public internal(set) var place: SampledPlace
        /// The clicked link.
        public let link: String
        /// The user agent; `nil` if the log has none.
        public let userAgent: String?
        /// The answer of the table: the status and the address.
        public let mapped: String
        /// The decision of the rules: the status and the address, or the kind of the response.
        public let decided: String

        public static func < (one: Difference, other: Difference) -> Bool { one.place < other.place }
    }

    /// The results of one worker, or of several.
    public struct Sums: Sendable {
        /// The number of decided clicks.
        public private(set) var clicks = 0
        /// The number of clicks that the table answers.
        public private(set) var answered = 0
        /// The number of answered clicks that the rules decide in another way.
        public private(set) var elsewhere = 0
        private var samples = Samples<Difference>(limit: Difference.limit)

        /// The first differences, in the order of the logs.
        public var differences: [Difference] { samples.elements }

        /// Adds the results of all workers.
        public init(_ result: ReplayResult<Sums>) {
            self.init()
            for part in result.sums {
                clicks += part.clicks
                answered += part.answered
                elsewhere += part.elsewhere
                samples.merge(part.samples)
            }
            samples.forEach { $0.place.resolve(result.lineNumbers) }
        }

        fileprivate init() {}

        fileprivate mutating func count(isAnswered: Bool) {
            clicks += 1
            if isAnswered { answered += 1 }
        }

        fileprivate mutating func add(_ difference: Difference) {
            elsewhere += 1
            samples.add(difference)
        }
    }

    private let map: EdgeMap
    private let sources: [String]
    private var sums = Sums()

    /// A comparison with a table.
    ///
    /// - Parameter sources: The inputs' names, by index.
    public init(_ map: EdgeMap, sources: [String]) { (self.map, self.sources) = (map, sources) }

    /// Compares a click that the table would answer.
    public mutating func visit(
        _ record: inout LogRecord, _ request: borrowing ClickRequest, _ outcome: inout Outcome,
        in arena: inout ByteArena
    ) {
        let answer: (location: String, status: Int)? =
            if let host = record.host, let target = record.target {
                map.answer(host: arena[host], target: arena[target])
            } else { nil }
        sums.count(isAnswered: answer != nil)
        guard let answer, !isDecision(answer, outcome.decision, in: arena) else { return }
        sums.add(
            Difference(
                place: SampledPlace(record.place, source: sources[Int(record.place.input)]),
                link: Masking.masked(arena.string(request.link)),
                userAgent: request.userAgent.map { Masking.masked(arena.string($0)) },
                mapped: Masking.masked("\(answer.status) \(answer.location)"),
                decided: Masking.masked(Self.text(outcome.decision, in: arena))))
    }

    /// Returns the results of this worker.
    public consuming func finish() -> Sums { sums }

    private func isDecision(
        _ answer: (location: String, status: Int), _ decision: Decision, in arena: borrowing ByteArena
    ) -> Bool {
        guard decision.kind != .error, decision.page == nil, let location = decision.location else { return false }
        return Int(decision.status) == answer.status && arena[location].equals(utf8Of: answer.location)
    }

    private static func text(_ decision: Decision, in arena: borrowing ByteArena) -> String {
        guard decision.kind != .error, decision.page == nil, let location = decision.location else {
            return "\(decision.status) \(decision.page?.rawValue ?? decision.kind.rawValue)"
        }
        return "\(decision.status) \(arena.string(location))"
    }
}
