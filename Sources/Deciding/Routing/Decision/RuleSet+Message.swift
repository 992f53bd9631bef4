public import ByteText
import Links

extension RuleSet {
    /// The fault's or the rule's error message, as a sentence, including the fault of a click that is redirected
    /// because of it. Contains no part of the link.
    public func message(of decision: Decision) -> String? {
        switch decision.error {
        case .fault(let fault): fault.message
        case .rule(let rule): message(ofRule: rule)
        case nil: decision.refusal?.message
        }
    }

    /// Appends ``message(of:)``; empty if there is none. Does not allocate if the arena has room.
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
