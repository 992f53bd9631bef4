import ByteText
package import HTTP
import WebAddress

/// The fields of a form as sent by browsers (`application/x-www-form-urlencoded`), or of a query.
package struct FormBody {
    /// The maximum number of fields; no page has half as many.
    private static let mostFields = 64

    /// The decoded values by name; of repeated names the first.
    package private(set) var values: [String: String] = [:]

    /// Whether the content type of a request is that of a form.
    package static func isStated(by request: borrowing Request) -> Bool {
        guard let type = request.onlyValue(of: "content-type") else { return false }
        let name = String(type).lowercased().prefix { $0 != ";" && $0 != " " }
        return name == "application/x-www-form-urlencoded"
    }

    /// Parses the body of a request; `nil` if it has another content type or is malformed.
    package init?(_ request: borrowing Request) {
        guard Self.isStated(by: request) else { return nil }
        self.init(request.body)
    }

    /// Parses encoded fields; `nil` if there are too many.
    package init?(_ text: Span<UInt8>) {
        var arena = ByteArena(capacity: text.count + 64)
        var pairs = QueryParameters(arena.append(text))
        var count = 0
        while let pair = pairs.next(in: arena) {
            count += 1
            guard count <= Self.mostFields else { return nil }
            let key = Self.decoded(arena[pair.name])
            if values[key] == nil { values[key] = Self.decoded(arena[pair.value ?? .empty]) }
        }
    }

    /// Decodes a name or value as typed: any text, which unlike addresses may contain line breaks.
    private static func decoded(_ text: Span<UInt8>) -> String {
        let spaced = text.indices.map { text[$0] == UInt8(ascii: "+") ? 0x20 : text[$0] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        spaced.span.forEachPercentDecoded { bytes.append($0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
