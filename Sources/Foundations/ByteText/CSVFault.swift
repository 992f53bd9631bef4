/// A syntax error in a CSV record.
public enum CSVFault: Error, Sendable, Equatable {
    /// A quote inside an unquoted field.
    case quoteInField
    /// Text other than a separator or a line ending after a closing quote.
    case textAfterQuote
    /// A quoted field that is not closed before the end of the input or within the longest record.
    case openQuote
    /// A record longer than ``CSVRecord/longestRecord``.
    case tooLong

    /// The error message, as a sentence.
    public var sentence: StaticString {
        switch self {
        case .quoteInField: "a quote is in the middle of a field; quote the whole field and double the quote"
        case .textAfterQuote: "unexpected text between a closing quote and the next separator"
        case .openQuote: "unterminated quoted field"
        case .tooLong: "the line is longer than 1 MB"
        }
    }
}
