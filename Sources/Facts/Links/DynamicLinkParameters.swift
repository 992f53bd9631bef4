public import ByteText
import WebAddress

/// The parameters of a Dynamic Link, each decoded exactly once.
///
/// Strict in what routes (the default everywhere but in `inspect --parity`): such a parameter may occur only once, `+` is a plus,
/// the value begins after the first `=`, and a name that needs decoding to be one of these is refused. Of all others, which people
/// read and networks count, the first counts; control characters in it become blanks, and one that can't be decoded is left out.
public struct DynamicLinkParameters: Sendable {
    @usableFromInline var values: InlineArray<29, TextRange> = .init(repeating: .empty)
    /// A bit for each parameter that is there.
    @usableFromInline var present: UInt32 = 0
    /// Whether a parameter was seen that has no meaning here (names that begin with `_` and `isAd` apart).
    public private(set) var hasUnrecognized = false
    /// Whether a parameter that does not route was corrected or left out.
    public internal(set) var hasCorrected = false
    /// Whether a parameter was seen that is none of these, ignored ones included.
    private(set) var hasOthers = false

    /// No parameters.
    public init() {}

    /// The decoded value, nil where the parameter is absent; a parameter without `=` has the empty value.
    @inlinable
    @inline(__always)
    public subscript(parameter: LinkParameter) -> TextRange? {
        get { present >> parameter.rawValue & 1 == 0 ? nil : values[Int(parameter.rawValue)] }
        set {
            values[Int(parameter.rawValue)] = newValue ?? .empty
            present = present & ~(1 << parameter.rawValue) | (newValue == nil ? 0 : 1) << parameter.rawValue
        }
    }

    /// The decoded value, nil where the parameter is absent or empty.
    @inlinable
    @inline(__always)
    public func nonEmpty(_ parameter: LinkParameter) -> TextRange? {
        guard let value = self[parameter], !value.isEmpty else { return nil }
        return value
    }

    /// Calls `body` with each value that is there, to move it.
    @inlinable
    public mutating func forEachText(_ body: (inout TextRange) -> Void) {
        var rest = present
        while rest != 0 {
            body(&values[rest.trailingZeroBitCount])
            rest &= rest &- 1
        }
    }

    /// Whether a parameter is there that says something about where a click goes, even an empty one.
    public var hasRouting: Bool { present & Self.routing != 0 }

    /// A bit for each parameter that routes.
    private static let routing = LinkParameter.allCases.reduce(into: UInt32(0)) { bits, parameter in
        if parameter.isRouting { bits |= 1 << UInt32(parameter.rawValue) }
    }

    /// Reads a raw query. Decoded values are appended to the arena where decoding changes them.
    public init(query: TextRange?, in arena: inout ByteArena) throws(LinkFault) {
        try readAll(query, in: &arena)
    }

    /// The same in place of what was there, without a copy; after a fault there are none.
    public mutating func read(query: TextRange?, in arena: inout ByteArena) throws(LinkFault) {
        removeAll()
        do throws(LinkFault) { try readAll(query, in: &arena) } catch {
            removeAll()
            throw error
        }
    }

    /// Forgets all parameters.
    public mutating func removeAll() {
        // What is not there is not looked at.
        present = 0
        (hasUnrecognized, hasOthers, hasCorrected) = (false, false, false)
    }

    private mutating func readAll(_ query: TextRange?, in arena: inout ByteArena) throws(LinkFault) {
        guard let query else { return }
        var pairs = QueryParameters(query)
        while let pair = pairs.next(in: arena) {
            guard let parameter = LinkParameter.named(pair.name, in: arena) else {
                hasOthers = true
                try checkUnrecognized(pair, in: &arena)
                continue
            }
            guard parameter.isRouting else {
                readText(parameter, pair, in: &arena)
                continue
            }
            guard self[parameter] == nil else { throw LinkFault(.malformedURL, cause: nil, parameter: parameter) }
            self[parameter] = try pair.decodedValue(of: parameter, in: &arena)
        }
    }

    /// Takes the value of a parameter that does not route, as far as it is a text.
    private mutating func readText(
        _ parameter: LinkParameter, _ pair: QueryParameters.Parameter, in arena: inout ByteArena
    ) {
        guard self[parameter] == nil, let value = pair.decodedText(in: &arena) else {
            hasCorrected = true
            return
        }
        self[parameter] = value.text
        if value.isChanged { hasCorrected = true }
    }

    /// Reads the raw query of a short link: what routes, as strictly as in any link.
    ///
    /// Everything else on it was added by whoever shared the link, and by the networks it was shared on. It means nothing
    /// here, however often it stands and however it is encoded, and must not keep anybody from following the link.
    public init(ofShortLink query: TextRange?, in arena: inout ByteArena) throws(LinkFault) {
        var pairs = QueryParameters(query)
        while let pair = pairs.next(in: arena) {
            guard let parameter = LinkParameter.named(pair.name, in: arena) else {
                if !pair.isPlain, Self.hidesRouting(pair.name, in: &arena) { throw LinkFault(.malformedURL) }
                continue
            }
            guard parameter.isRouting else { continue }
            guard self[parameter] == nil else { throw LinkFault(.malformedURL, cause: nil, parameter: parameter) }
            self[parameter] = try pair.decodedValue(of: parameter, in: &arena)
        }
    }

    /// Whether a raw name is one that routes to readers that decode names.
    static func hidesRouting(_ name: TextRange, in arena: inout ByteArena) -> Bool {
        guard arena[name].firstIndex(of: UInt8(ascii: "%")) != nil,
            let decoded = try? PercentCoding.decode(name, in: &arena)
        else { return false }
        return LinkParameter.routes(arena[decoded])
    }

    private mutating func checkUnrecognized(
        _ pair: QueryParameters.Parameter, in arena: inout ByteArena
    ) throws(LinkFault) {
        let name = pair.name
        if !pair.isPlain, Self.hidesRouting(name, in: &arena) { throw LinkFault(.malformedURL) }
        if !LinkParameter.isIgnored(arena[name]) { hasUnrecognized = true }
    }
}

extension QueryParameters.Parameter {
    /// The value decoded once as a text that people read; the empty piece if there is none, nil if it can't be decoded.
    fileprivate func decodedText(in arena: inout ByteArena) -> (text: TextRange, isChanged: Bool)? {
        guard let value, !isPlain else { return (self.value ?? .empty, false) }
        return PercentCoding.decodeText(value, in: &arena)
    }

    /// The value decoded once; the empty piece where there is none.
    func decodedValue(of parameter: LinkParameter?, in arena: inout ByteArena) throws(LinkFault) -> TextRange {
        guard let value, !isPlain else { return self.value ?? .empty }
        do { return try PercentCoding.decode(value, in: &arena) } catch {
            throw LinkFault(.malformedPercentEncoding, parameter: parameter)
        }
    }
}
