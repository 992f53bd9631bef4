public import LogFormats

/// Line counts, including the reasons why lines were not decided. Counts of several runs can be added.
public struct LineCounts: Sendable, Equatable {
    /// All lines except empty ones and those that describe the log itself.
    public var lines = 0
    /// The lines that were decided.
    public var decided = 0
    /// The lines that are not clicks, by ``Bypass``.
    public var bypassed = [Int](repeating: 0, count: Bypass.allCases.count)
    /// The readable lines that were left out by the selection, by ``Omission``.
    public var omitted = [Int](repeating: 0, count: Omission.allCases.count)
    /// The lines that could not be read, by ``LineFault``.
    public var faults = [Int](repeating: 0, count: LineFault.allCases.count)

    /// No lines.
    public init() {}

    /// The lines that could not be read.
    public var faulty: Int { faults.reduce(0, +) }

    /// The lines that were bypassed for a reason.
    public subscript(reason: Bypass) -> Int {
        get { bypassed[Int(reason.rawValue)] }
        set { bypassed[Int(reason.rawValue)] = newValue }
    }

    /// The lines that were left out for a reason.
    public subscript(omission: Omission) -> Int {
        get { omitted[Int(omission.rawValue)] }
        set { omitted[Int(omission.rawValue)] = newValue }
    }

    /// The lines that could not be read because of a fault.
    public subscript(fault: LineFault) -> Int {
        get { faults[Int(fault.rawValue)] }
        set { faults[Int(fault.rawValue)] = newValue }
    }

    /// Adds the counts of other lines.
    public mutating func add(_ other: LineCounts) {
        lines += other.lines
        decided += other.decided
        for index in bypassed.indices { bypassed[index] += other.bypassed[index] }
        omitted.add(other.omitted)
        for index in faults.indices { faults[index] += other.faults[index] }
    }
}

/// A line that could not be read: its number and its beginning, with secrets masked.
public struct BadLine: Sendable, Equatable {
    /// The reason why it could not be read.
    public var fault: LineFault
    /// The file as given, or `standard input`.
    public var path: String
    /// The line number, from 1.
    public var number: Int
    /// The beginning of the line, masked; for an unread file, the reason.
    public var text: String
}
