import ByteText
import LinkCatalog
import LogFormats
import Receipts
import Replay
import Routing

/// Decisions of a log that are made again, each with its own rules.
final class RepeatedDecisions {
    private let version: (_ hash: String) throws -> FormerRules.Version
    private let links: PastLinks
    private var judges: [String: (evaluator: Evaluator, verifier: Verifier)] = [:]
    private var reader = LogLineReader()
    private var arena = ByteArena()
    private var request = ClickRequest()
    /// The number of decisions on short links whose state is not known.
    private(set) var doubtful = 0

    /// - Parameters:
    ///   - version: Returns the rule set with a hash.
    ///   - links: The short links of the time to which they are set.
    init(links: PastLinks, version: @escaping (_ hash: String) throws -> FormerRules.Version) {
        (self.links, self.version) = (links, version)
    }

    /// Makes the decision of a line again, and compares it with the logged one.
    ///
    /// - Parameter index: The index of the line, from 0.
    func add(_ receipt: DecisionReceipt, at index: Int) throws {
        arena.reset()
        request.reset()
        var record = LogRecord()
        record.place = LinePlace(input: 0, block: 0, line: Int32(index))
        record.line = arena.append(receipt.line.text)
        guard try reader.read(record.line, by: .decisions, into: &record, &request, &arena) == nil else { return }
        links.look(at: receipt.time)
        var judge = try judges[receipt.ruleSet] ?? newJudge(receipt.ruleSet)
        var outcome = judge.evaluator.decide(request, in: &arena)
        if links.doubt != nil {
            doubtful += 1
        } else {
            judge.verifier.visit(&record, request, &outcome, in: &arena)
        }
        judges[receipt.ruleSet] = judge
    }

    private func newJudge(_ hash: String) throws -> (evaluator: Evaluator, verifier: Verifier) {
        let ruleSet = try version(hash).ruleSet
        return (try Evaluator(ruleSet, shortLinks: links), Verifier(ruleSet))
    }

    /// The results of all decisions.
    var sums: Verifier.Sums {
        var sums = Verifier.Sums()
        for judge in judges.values { sums.add(judge.verifier.finish()) }
        return sums
    }
}
