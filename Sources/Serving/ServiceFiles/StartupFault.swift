/// Why a daemon can't start, or can't reload.
public struct StartupFault: Error, Sendable {
    /// The problems, one sentence or diagnostic each.
    public let lines: [String]

    package init(lines: [String]) { self.lines = lines }

    /// A fault with one sentence.
    public init(_ line: String) { lines = [line] }
}
