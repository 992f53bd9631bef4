public import Clicks
import Links
import Phones
public import Routing

/// The outcomes of a link on every phone, compared with the documentation.
public struct OutcomeMatrix: Sendable {
    /// The link.
    public var link: String
    /// The name of its site.
    public var site: String
    /// Whether the link skips the preview page (`efr=1`).
    public var isForced: Bool
    /// One row per situation that the link can be in, with cells in the order of ``conditions``.
    public var rows: [Row]

    /// The outcomes in one situation.
    public struct Row: Sendable {
        /// The situation in which the link is tapped.
        public var situation: Situation
        /// One cell per app condition that makes a difference.
        public var cells: [Cell]

        /// The cell of a condition; `nil` if it makes no difference here.
        public subscript(condition: AppCondition) -> Cell? { cells.first { $0.condition == condition } }
    }

    /// The conditions that appear in at least one row.
    public var conditions: [AppCondition] {
        AppCondition.allCases.filter { condition in rows.contains { $0[condition] != nil } }
    }

    /// All cells, each with its situation.
    public var cells: [(situation: Situation, cell: Cell)] {
        rows.flatMap { row in row.cells.map { (row.situation, $0) } }
    }
}

extension OutcomeMatrix {
    /// Follows a link on every phone.
    ///
    /// - Parameters:
    ///   - evaluator: Reads the properties of the link; makes no decisions.
    ///   - front: Responds to the phones.
    ///   - installed: The installed version of the app; `nil` to use both a current and an outdated one.
    /// - Throws: ``LinkRefused`` if the rule set refuses the link.
    public init(
        of link: String, _ evaluator: Evaluator, _ front: FrontInMemory, installed: String? = nil
    ) throws(LinkRefused) {
        guard let facts = LinkFacts(link, evaluator, now: front.now) else { throw LinkRefused(link: link) }
        let maker = PhoneMaker(link: facts, web: FrontWeb(front), installed: installed)
        self.link = link
        site = facts.site.name
        isForced = facts[.efr] == "1"
        rows = Situation.all.filter { $0.applies(to: facts) }.compactMap { situation in
            let cells = AppCondition.conditions(facts, situation.platform, installed: installed).compactMap {
                Cell(situation, $0, maker)
            }
            return cells.isEmpty ? nil : Row(situation: situation, cells: cells)
        }
    }
}

/// The rules refuse the link for all clients.
public struct LinkRefused: Error, Sendable {
    /// The link.
    public var link: String
}
