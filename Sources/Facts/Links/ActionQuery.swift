public import ByteText
import WebAddress

/// What of an action link a query holds, seen in one pass: its traces, and where the values of its parameters are.
///
/// Most queries are no action link's; of one that is, ``ActionLink`` decodes the values and does not look for them again.
public struct ActionQuery: Sendable {
    /// The query, as it was given.
    let text: TextRange?
    /// The traces of all parameters. Where there are none, no reader finds an action link in the query, strict or lenient, nor
    /// anything wrapped.
    public private(set) var traces: ActionTraces = []
    /// False where a parameter occurs twice or the name of one has to be decoded: it is for strict readers to say which of the
    /// faults comes first.
    private(set) var isStrict = true
    /// The raw values in the order of ``ActionParameter``, of which only those count that have a bit in `present`.
    private var values: InlineArray<6, TextRange> = .init(repeating: .empty)
    private var present: UInt8 = 0
    /// A bit for each value that is the same when it is decoded.
    private var plain: UInt8 = 0

    /// Looks through a query, which is given without its `?`.
    public init(_ query: TextRange?, in arena: inout ByteArena) {
        text = query
        var pairs = QueryParameters(query)
        while let pair = pairs.next(in: arena) {
            if !pair.isPlain, arena[pair.name].firstIndex(of: UInt8(ascii: "%")) != nil {
                isStrict = false
                traces.formUnion(.encoded)
                traces.formUnion(ActionTraces(pair.name, in: &arena))
                continue
            }
            let meaning = ParameterName.meaning(of: pair.name, in: arena)
            traces.formUnion(ActionTraces(meaning))
            if case .action(let parameter) = meaning { note(parameter, pair) }
        }
    }

    private mutating func note(_ parameter: ActionParameter, _ pair: QueryParameters.Parameter) {
        let bit = UInt8(1) << parameter.rawValue
        if present & bit != 0 { isStrict = false }
        present |= bit
        if pair.isPlain { plain |= bit }
        values[Int(parameter.rawValue)] = pair.value ?? .empty
    }

    /// The value of a parameter, decoded once; nil where the query has none.
    func decodedValue(of parameter: ActionParameter, in arena: inout ByteArena) throws(LinkFault) -> TextRange? {
        let bit = UInt8(1) << parameter.rawValue
        guard present & bit != 0 else { return nil }
        let value = values[Int(parameter.rawValue)]
        guard plain & bit == 0, !value.isEmpty else { return value }
        do { return try PercentCoding.decode(value, in: &arena) } catch { throw LinkFault(.malformedPercentEncoding) }
    }
}
