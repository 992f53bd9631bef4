/// What is wrong with a record of CSV.
public enum CSVFault: Error, Sendable, Equatable {
    /// A quote in a field that does not begin with one.
    case quoteInField
    /// Something other than a separator or a line end after a closing quote.
    case textAfterQuote
    /// A quote that is not closed before the end, or not within the longest record.
    case openQuote
    /// A record that is longer than ``CSVRecord/longestRecord``.
    case tooLong

    /// What is wrong, as a sentence.
    public var sentence: StaticString {
        switch self {
        case .quoteInField: "a quote is in the middle of a field; quote the whole field and double the quote"
        case .textAfterQuote: "unexpected text between a closing quote and the next separator"
        case .openQuote: "unterminated quoted field"
        case .tooLong: "the line is longer than 1 MB"
        }
    }
}
