public import ByteText
import Links

extension RuleSet {
    /// What is wrong, as a sentence: the fault's, or the rule's; also where the click is sent on because of it. It holds nothing
    /// of the link.
    public func message(of decision: Decision) -> String? {
        switch decision.error {
        case .fault(let fault): fault.message
        case .rule(let rule): message(ofRule: rule)
        case nil: decision.refusal?.message
        }
    }

    /// Appends ``message(of:)``; empty where there is none. Allocates nothing where the arena has room.
    public func appendMessage(of decision: borrowing Decision, to arena: inout ByteArena) -> TextRange {
        switch decision.error {
        case .fault(let fault): fault.appendMessage(to: &arena)
        case .rule(let rule): message(ofRule: rule).map { arena.append($0) } ?? .empty
        case nil: .empty
        }
    }

    private func message(ofRule rule: Int) -> String? {
        guard case .error(_, _, let message) = rules[rule].action.outcome else { return nil }
        return message
    }
}
