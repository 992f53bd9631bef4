/// A place in a configuration file.
public struct SourceLocation: Sendable, Hashable {
    /// The file's name as it is printed.
    public var file: String
    /// From 1.
    public var line: Int
    /// In Unicode scalars, from 1.
    public var column: Int

    /// A location; line and column count from 1.
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
