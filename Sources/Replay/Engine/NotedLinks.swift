import ByteText
import Routing

/// What a decision asked of the short links, and what the answer was. Texts lie in the arena of the line.
struct AskedLink: Sendable {
    var key: TextRange
    var answer: ShortLink

    /// Whether another answer leads to the same decision. The number that a link is counted by has no part in it.
    func isAnswered(by other: ShortLink, in arena: borrowing ByteArena) -> Bool {
        switch (answer, other) {
        case (.found(let one, _), .found(let other, _)): arena[one].equals(arena[other])
        case (.refused(let one), .refused(let other)): one == other
        default: false
        }
    }

    /// Calls `body` with the place of each text, to move it.
    mutating func forEachText(_ body: (inout TextRange) -> Void) {
        body(&key)
        guard case .found(var longLink, let id) = answer else { return }
        body(&longLink)
        answer = .found(longLink: longLink, id: id)
    }
}

/// Short links, with a note of what was asked of them for the decision under way. A decision asks once at most: what a
/// short link stands for is no short link.
final class NotedLinks: ShortLinks {
    private let links: any ShortLinks
    private var known: AskedLink?
    private(set) var asked: AskedLink?

    init(_ links: any ShortLinks) {
        self.links = links
    }

    /// Begins a decision.
    ///
    /// - Parameter known: An answer that stands, where the same is asked.
    func begin(knowing known: AskedLink?) {
        self.known = known
        asked = nil
    }

    func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
        let answer: ShortLink
        if let known, arena[known.key].equals(arena[key]) {
            answer = known.answer
        } else {
            answer = links.find(key, at: time, in: &arena)
        }
        asked = AskedLink(key: key, answer: answer)
        return answer
    }
}
