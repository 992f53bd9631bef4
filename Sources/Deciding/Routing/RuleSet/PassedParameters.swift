import ByteText

/// The query parameters that a site passes on (`pass_parameters`): exact names and prefixes.
struct PassedParameters: Sendable {
    private let exact: [[UInt8]]
    private let prefixes: [[UInt8]]

    /// `nil` for a site that lists none.
    init?(_ names: [String]) {
        guard !names.isEmpty else { return nil }
        exact = names.filter { !$0.hasSuffix("*") }.map { Array($0.utf8) }
        prefixes = names.filter { $0.hasSuffix("*") }.map { Array($0.utf8.dropLast()) }
    }

    /// Whether a name is listed. Case-sensitive, as in queries.
    func contains(_ name: Span<UInt8>) -> Bool {
        for known in exact where name.equals(known.span) { return true }
        for start in prefixes where name.count >= start.count {
            if name.extracting(0..<start.count).equals(start.span) { return true }
        }
        return false
    }
}
