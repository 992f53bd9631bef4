public import LogFormats

/// How many lines there were, and what kept some of them from being decided. Counts of several runs add up.
public struct LineCounts: Sendable, Equatable {
    /// All lines, apart from empty ones and those that describe the log itself.
    public var lines = 0
    /// The lines that were decided.
    public var decided = 0
    /// The lines that are no clicks, by ``Bypass``.
    public var bypassed = [Int](repeating: 0, count: Bypass.allCases.count)
    /// The lines that could not be read, by ``LineFault``.
    public var faults = [Int](repeating: 0, count: LineFault.allCases.count)

    public init() {}

    /// The lines that could not be read.
    public var faulty: Int { faults.reduce(0, +) }

    public subscript(reason: Bypass) -> Int {
        get { bypassed[Int(reason.rawValue)] }
        set { bypassed[Int(reason.rawValue)] = newValue }
    }

    public subscript(fault: LineFault) -> Int {
        get { faults[Int(fault.rawValue)] }
        set { faults[Int(fault.rawValue)] = newValue }
    }

    public mutating func add(_ other: LineCounts) {
        lines += other.lines
        decided += other.decided
        for index in bypassed.indices { bypassed[index] += other.bypassed[index] }
        for index in faults.indices { faults[index] += other.faults[index] }
    }
}

/// A line that could not be read, for people: its number and its beginning, with secrets masked.
public struct BadLine: Sendable, Equatable {
    public var fault: LineFault
    public var path: String
    /// From 1.
    public var number: Int
    public var text: String
}
