/// Why a daemon can't start, or can't reload what it serves.
public struct StartupFault: Error, Sendable {
    /// What is wrong, a sentence or a diagnostic each.
    public let lines: [String]

    init(lines: [String]) { self.lines = lines }

    /// One sentence.
    public init(_ line: String) { lines = [line] }
}
