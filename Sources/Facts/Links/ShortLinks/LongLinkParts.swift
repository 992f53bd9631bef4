public import ByteText
import WebAddress

/// A long Dynamic Link split into ranges of an arena: ``LongLink`` without strings.
public struct LongLinkParts {
    /// The host in lower case, and the path as written, without a trailing slash.
    let host: TextRange
    let path: TextRange
    let query: TextRange?
    /// The parameters, each decoded once.
    public internal(set) var parameters: DynamicLinkParameters

    /// Parses a long link as strictly as a click on it; drops the fragment.
    public init(_ text: TextRange, in arena: inout ByteArena) throws(LinkFault) {
        var leavesOut = false
        let address = try WebAddress.parse(link: text, leavesOut: &leavesOut, in: &arena)
        guard address.port == nil else { throw LinkFault(.malformedURL, cause: .port) }
        host = address.host
        let count = Int(address.path.count)
        let endsInSlash = count > 0 && arena[address.path.end - 1] == UInt8(ascii: "/")
        path = address.path[0..<(endsInSlash ? count - 1 : count)]
        query = address.query
        parameters = try DynamicLinkParameters(query: address.query, in: &arena)
        if leavesOut { parameters.hasCorrected = true }
    }

    /// The link domain, such as `links.example.com/go`. Appended to the arena.
    public func domain(in arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append(copyOf: host)
        arena.append(copyOf: path)
        return arena.piece(from: mark)
    }

    /// Writes the normalized link, below a given domain.
    public func write(domain: Span<UInt8>, _ arena: borrowing ByteArena, to output: inout LongLinkText) {
        output.begin(domain: domain)
        for parameter in LinkParameter.allCases {
            if let value = parameters[parameter] { output.append(parameter, arena[value]) }
        }
        forEachOther(in: arena) { pair in output.append(other: arena[pair]) }
    }

    /// Writes the normalized link, below its own domain, which is appended to the arena.
    public func write(_ arena: inout ByteArena, to output: inout LongLinkText) {
        let domain = domain(in: &arena)
        write(domain: arena[domain], arena, to: &output)
    }

    /// Calls `body` with each unsupported parameter, in raw form: `name=value`.
    func forEachOther(in arena: borrowing ByteArena, _ body: (TextRange) -> Void) {
        var pairs = QueryParameters(query)
        while let pair = pairs.next(in: arena) {
            guard LinkParameter.named(arena[pair.name]) == nil else { continue }
            body(TextRange(offset: pair.name.start, count: (pair.value ?? pair.name).end - pair.name.start))
        }
    }
}
