/// How the program is started again, to take the place of this process.
public struct SuccessorCommand: Sendable {
    public var arguments: [String]
    public var environment: [String: String]
    /// Says a line to the operator.
    public var report: @Sendable (String) -> Void

    public init(
        arguments: [String], environment: [String: String], report: @escaping @Sendable (String) -> Void
    ) {
        self.arguments = arguments
        self.environment = environment
        self.report = report
    }
}
