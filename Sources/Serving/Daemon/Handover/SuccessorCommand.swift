/// How the program is restarted to replace this process.
struct SuccessorCommand: Sendable {
    var arguments: [String]
    var environment: [String: String]
    /// Reports a line to the operator.
    var report: @Sendable (String) -> Void

    init(
        arguments: [String], environment: [String: String], report: @escaping @Sendable (String) -> Void
    ) {
        self.arguments = arguments
        self.environment = environment
        self.report = report
    }
}
