import ByteText
import HTTP
import WebAddress

/// The decoded query parameters of an API request.
package struct APIQuery {
    /// The maximum number of parameters. No operation has half as many, and each is compared with all before it.
    static let mostParameters = 32

    /// The parameters that may occur more than once.
    private static let repeatable: Set<String> = ["tag"]

    private var values: [(name: String, value: String)] = []

    package init(_ query: Span<UInt8>?) throws(APIError) {
        guard let query else { return }
        var arena = ByteArena(capacity: 2 * query.count + 64)
        var pairs = QueryParameters(arena.append(query))
        while let pair = pairs.next(in: arena) {
            guard values.count < Self.mostParameters else {
                throw APIError(.badRequest, "the query has more than \(Self.mostParameters) parameters")
            }
            let name: TextRange
            let value: TextRange
            do {
                name = try PercentCoding.decode(pair.name, in: &arena)
                value = try PercentCoding.decode(pair.value ?? .empty, in: &arena)
            } catch {
                throw APIError(.badRequest, "the query is not percent-encoded UTF-8")
            }
            guard self[arena.string(name)] == nil || Self.repeatable.contains(arena.string(name)) else {
                throw APIError(.badRequest, "the query repeats a parameter")
            }
            values.append((arena.string(name), arena.string(value)))
        }
    }

    package subscript(name: String) -> String? { values.first { $0.name == name }?.value }

    /// All values of a parameter that may be repeated.
    package func all(_ name: String) -> [String] { values.filter { $0.name == name }.map(\.value) }

    /// Throws if there is an unknown parameter.
    package func require(only known: [String]) throws(APIError) {
        for (name, _) in values where !known.contains(name) {
            let hint = suggestion(for: name, among: known) ?? "known parameters: \(known.joined(separator: ", "))"
            throw APIError(
                .badRequest,
                known.isEmpty ? "this operation takes no query parameters" : "unknown query parameter; \(hint)")
        }
    }

    package func bool(_ name: String) throws(APIError) -> Bool? {
        switch self[name] {
        case nil: return nil
        case "true": return true
        case "false": return false
        default: throw APIError(.badRequest, "\(name) must be true or false")
        }
    }

    package func count(_ name: String, in range: ClosedRange<Int>) throws(APIError) -> Int? {
        guard let text = self[name] else { return nil }
        guard let count = text.utf8.span.decimalValue, range.contains(count) else {
            throw APIError(.badRequest, "\(name) must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return count
    }
}
