public import Daemon
import Links
import Phones
public import Routing

/// Where a link leads on every phone, and whether that is what the documents say.
public struct OutcomeMatrix: Sendable {
    /// The link.
    public var link: String
    /// The site that it belongs to.
    public var site: String
    /// Whether the sender wants no page of ours in between (`efr=1`).
    public var isForced: Bool
    /// A row for each situation, its cells in the order of ``conditions``.
    public var rows: [Row]

    /// What happens in one situation.
    public struct Row: Sendable {
        /// Where the link is tapped.
        public var situation: Situation
        /// A cell for each condition of the app that makes a difference there.
        public var cells: [Cell]

        /// The cell of a condition; nil where it makes no difference.
        public subscript(condition: AppCondition) -> Cell? { cells.first { $0.condition == condition } }
    }

    /// The conditions that some row has.
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
    ///   - evaluator: Reads what the link is; nothing is decided with it.
    ///   - front: Answers the phones.
    ///   - installed: The version of the app where it is installed; nil for one that opens the link, and an older one.
    /// - Throws: ``LinkRefused`` where the rule set refuses the link.
    public init(
        of link: String, _ evaluator: Evaluator, _ front: FrontInMemory, installed: String? = nil
    ) throws(LinkRefused) {
        guard let facts = LinkFacts(link, evaluator, now: front.now) else { throw LinkRefused(link: link) }
        let maker = PhoneMaker(link: facts, web: FrontWeb(front), installed: installed)
        self.link = link
        site = facts.site.name
        isForced = facts[.efr] == "1"
        rows = Situation.all.map { situation in
            Row(
                situation: situation,
                cells: AppCondition.conditions(facts, situation.platform, installed: installed).map {
                    Cell(situation, $0, maker)
                })
        }
    }
}

/// A link that the rules refuse for everybody.
public struct LinkRefused: Error, Sendable {
    /// The link.
    public var link: String
}
