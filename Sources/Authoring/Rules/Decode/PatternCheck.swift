import RE2

/// Whether RE2 accepts a pattern.
enum PatternCheck {
    /// What is wrong with it, or nil.
    static func fault(in pattern: String) -> RE2Fault? {
        do {
            _ = try Pattern(pattern)
            return nil
        } catch {
            return error
        }
    }
}
