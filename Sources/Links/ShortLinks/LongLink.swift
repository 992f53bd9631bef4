import ByteText
import WebAddress

/// A long Dynamic Link taken apart: its link domain and its parameters, each decoded once. For cold paths.
///
///     https://links.example.com/go/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android
///     domain: links.example.com/go   link: https://www.example.com/   apn: com.example.android
///
/// ``text`` writes it in one form whoever made it, so that the same link asked for twice is recognized.
public struct LongLink: Sendable, Equatable {
    /// The host in lower case, with the path prefix of the link domain behind it.
    public var domain: String
    private var values: [String?] = Array(repeating: nil, count: LinkParameter.allCases.count)
    /// Parameters that mean nothing here, as they stand: `name=value`.
    public var others: [String] = []

    /// A link without parameters.
    public init(domain: String) { self.domain = domain }

    /// The decoded value; nil where the parameter is absent.
    public subscript(parameter: LinkParameter) -> String? {
        get { values[Int(parameter.rawValue)] }
        set { values[Int(parameter.rawValue)] = newValue }
    }

    /// The value where there is one that is not empty.
    public func nonEmpty(_ parameter: LinkParameter) -> String? {
        self[parameter].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The link written out: known parameters in the documented order, the others behind them.
    public var text: String {
        var output: [UInt8] = []
        output.reserveCapacity(512)
        output.append(contentsOf: "https://".utf8)
        output.append(contentsOf: domain.utf8)
        output.append(UInt8(ascii: "/"))
        var separator = UInt8(ascii: "?")
        for parameter in LinkParameter.allCases {
            guard let value = self[parameter] else { continue }
            output.append(separator)
            // Safe: the literal's bytes are read within the call.
            parameter.name.withUTF8Buffer { unsafe output.append(contentsOf: $0) }
            output.append(UInt8(ascii: "="))
            PercentCoding.encodeComponent(value.utf8.span, into: &output)
            separator = UInt8(ascii: "&")
        }
        for other in others {
            output.append(separator)
            output.append(contentsOf: other.utf8)
            separator = UInt8(ascii: "&")
        }
        return String(decoding: output, as: UTF8.self)
    }
}

extension LongLink {
    /// Reads a long link as strictly as a click on it is read; a fragment is left out.
    public init(parsing text: String) throws(LinkFault) {
        var arena = ByteArena(capacity: 2 * text.utf8.count + 256)
        let input = arena.append(text)
        let address: WebAddress
        do { address = try WebAddress.parse(input, in: &arena) } catch { throw LinkFault(error) }
        guard address.port == nil else { throw LinkFault(.malformedURL, cause: .port) }
        let host = arena.string(address.host)
        var path = arena.string(address.path)
        if path.hasSuffix("/") { path.removeLast() }
        self.init(domain: host + path)
        let parameters = try DynamicLinkParameters(query: address.query, in: &arena)
        for parameter in LinkParameter.allCases {
            self[parameter] = parameters[parameter].map { arena.string($0) }
        }
        others = Self.others(in: address.query, arena)
    }

    private static func others(in query: TextRange?, _ arena: borrowing ByteArena) -> [String] {
        var pairs = QueryParameters(query)
        var others: [String] = []
        while let pair = pairs.next(in: arena) {
            guard LinkParameter.named(arena[pair.name]) == nil else { continue }
            others.append(arena.string(pair.name) + (pair.value.map { "=" + arena.string($0) } ?? ""))
        }
        return others
    }
}
