public import ByteText
import WebAddress

/// The parameters of a Dynamic Link, each decoded exactly once.
///
/// Routing parameters are parsed strictly, everywhere except in `inspect --parity`: each may occur only once, `+` is a plus sign,
/// the value begins after the first `=`, and percent-encoded spellings of their names are rejected. Other parameters, such as
/// texts and campaign values, are parsed leniently: the first occurrence counts, control characters are replaced with blanks, and
/// values that cannot be decoded are dropped.
public struct DynamicLinkParameters: Sendable {
    @usableFromInline var values: InlineArray<29, TextRange> = .init(repeating: .empty)
    /// A bit for each present parameter.
    @usableFromInline var present: UInt32 = 0
    /// Whether an unsupported parameter was found (other than `isAd` and names that begin with `_`).
    public private(set) var hasUnrecognized = false
    /// Whether a non-routing parameter was corrected or dropped.
    public internal(set) var hasCorrected = false
    /// Whether any parameter outside of this list was found, including ignored ones.
    private(set) var hasOthers = false

    /// Creates an empty set of parameters.
    public init() {}

    /// The decoded value; `nil` if the parameter is absent, empty if it has no `=`.
    @inlinable
    @inline(__always)
    public subscript(parameter: LinkParameter) -> TextRange? {
        get { present >> parameter.rawValue & 1 == 0 ? nil : values[Int(parameter.rawValue)] }
        set {
            values[Int(parameter.rawValue)] = newValue ?? .empty
            present = present & ~(1 << parameter.rawValue) | (newValue == nil ? 0 : 1) << parameter.rawValue
        }
    }

    /// The decoded value; `nil` if the parameter is absent or empty.
    @inlinable
    @inline(__always)
    public func nonEmpty(_ parameter: LinkParameter) -> TextRange? {
        guard let value = self[parameter], !value.isEmpty else { return nil }
        return value
    }

    /// Calls `body` with each present value, in order to relocate it.
    @inlinable
    public mutating func forEachText(_ body: (inout TextRange) -> Void) {
        var rest = present
        while rest != 0 {
            body(&values[rest.trailingZeroBitCount])
            rest &= rest &- 1
        }
    }

    /// Whether any routing parameter is present, even an empty one.
    public var hasRouting: Bool { present & Self.routing != 0 }

    /// A bit for each routing parameter.
    private static let routing = LinkParameter.allCases.reduce(into: UInt32(0)) { bits, parameter in
        if parameter.isRouting { bits |= 1 << UInt32(parameter.rawValue) }
    }

    /// Parses a raw query. Values that decoding changes are appended to the arena.
    public init(query: TextRange?, in arena: inout ByteArena) throws(LinkFault) {
        try readAll(query, in: &arena)
    }

    /// Parses a raw query in place, without a copy. The parameters are empty after an error.
    public mutating func read(query: TextRange?, in arena: inout ByteArena) throws(LinkFault) {
        removeAll()
        do throws(LinkFault) { try readAll(query, in: &arena) } catch {
            removeAll()
            throw error
        }
    }

    /// Removes all parameters.
    public mutating func removeAll() {
        // Values without a bit in `present` are never read.
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

    /// Reads a non-routing parameter, if its value is valid text.
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

    /// Parses the raw query of a short link: only routing parameters, as strictly as in any link.
    ///
    /// All other parameters were added by users who shared the link or by social networks. They are ignored, however often
    /// they occur and however they are encoded, and must not make the link fail.
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

    /// Whether a percent-encoded name is that of a routing parameter, which parsers that decode names would accept.
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
    /// The value decoded once as display text; the empty range if there is no value, `nil` if it cannot be decoded.
    fileprivate func decodedText(in arena: inout ByteArena) -> (text: TextRange, isChanged: Bool)? {
        guard let value, !isPlain else { return (self.value ?? .empty, false) }
        return PercentCoding.decodeText(value, in: &arena)
    }

    /// The value decoded once; the empty range if there is no value.
    func decodedValue(of parameter: LinkParameter?, in arena: inout ByteArena) throws(LinkFault) -> TextRange {
        guard let value, !isPlain else { return self.value ?? .empty }
        do { return try PercentCoding.decode(value, in: &arena) } catch {
            throw LinkFault(.malformedPercentEncoding, parameter: parameter)
        }
    }
}
