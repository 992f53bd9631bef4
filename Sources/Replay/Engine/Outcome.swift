public import Devices
public import Routing

/// What the evaluator made of a line, with what it knew at that time. Texts lie in the arena of the line.
public struct Outcome: Sendable {
    public var decision: Decision
    /// What clicked; nil where the link was refused before that was asked.
    public var device: Device?
    /// The site by its place in the rule set; nil where the link was refused before any rule.
    public var site: Int?
    /// The rules that were undecided, by index, in order.
    public var undecided: [Int]
    /// The rules that matched and only set what stands beside the decision, by index, in order.
    public var beside: [Int]
    /// What was asked of the short links that the rules do not state; nil where nothing was.
    var asked: AskedLink?

    public init(decision: Decision, device: Device?, site: Int?, undecided: [Int], beside: [Int]) {
        self.decision = decision
        self.device = device
        self.site = site
        self.undecided = undecided
        self.beside = beside
    }
}
