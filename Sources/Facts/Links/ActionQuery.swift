public import ByteText
import WebAddress

/// The result of scanning a query for an action link in one pass: its traces, and the ranges of its parameters' values.
///
/// Most queries contain no action link. If one does, ``ActionLink`` decodes the values without searching for them again.
public struct ActionQuery: Sendable {
    /// The original query.
    let text: TextRange?
    /// The traces of all parameters. If empty, no parser, strict or lenient, finds an action link or a wrapped link in the
    /// query.
    public private(set) var traces: ActionTraces = []
    /// False if a parameter occurs twice or its name is percent-encoded. Strict parsers then determine which error
    /// comes first.
    private(set) var isStrict = true
    /// The raw values in the order of ``ActionParameter``. Only those with a bit in `present` are valid.
    private var values: InlineArray<6, TextRange> = .init(repeating: .empty)
    private var present: UInt8 = 0
    /// A bit for each value that decoding does not change.
    private var plain: UInt8 = 0

    /// Scans a query without its `?`.
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

    /// The value of a parameter, decoded once; `nil` if the query does not contain it.
    func decodedValue(of parameter: ActionParameter, in arena: inout ByteArena) throws(LinkFault) -> TextRange? {
        let bit = UInt8(1) << parameter.rawValue
        guard present & bit != 0 else { return nil }
        let value = values[Int(parameter.rawValue)]
        guard plain & bit == 0, !value.isEmpty else { return value }
        do { return try PercentCoding.decode(value, in: &arena) } catch { throw LinkFault(.malformedPercentEncoding) }
    }
}
