/// A position in a configuration file.
public struct SourceLocation: Sendable, Hashable {
    /// The file's name as printed.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The column in Unicode scalars, from 1.
    public var column: Int

    /// A location. Line and column count from 1.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }
}

extension SourceLocation: CustomStringConvertible {
    /// `file:line:column`
    public var description: String { "\(file):\(line):\(column)" }
}
