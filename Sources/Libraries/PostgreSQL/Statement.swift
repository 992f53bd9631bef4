/// An SQL statement and the values of `$1`, `$2`, …, which are sent separately and are never part of its text.
public struct Statement: Sendable, Equatable {
    /// The text of a single statement.
    public var text: String
    /// The values, `$1` first; at most 65,535.
    public var parameters: [Parameter]

    /// Creates a statement with its values.
    public init(_ text: String, _ parameters: [Parameter] = []) {
        self.text = text
        self.parameters = parameters
    }

    /// The value of a parameter, with the type sent to the server.
    public enum Parameter: Sendable, Equatable {
        /// NULL; the server infers the type.
        case null
        /// `bigint`.
        case integer(Int64)
        /// `integer`.
        case integer32(Int32)
        /// `boolean`.
        case boolean(Bool)
        /// `text`, without the character U+0000.
        case text(String)
        /// `bytea`.
        case bytes([UInt8])
        /// `bigint[]`.
        case integers([Int64])
        /// `integer[]`.
        case integers32([Int32])
        /// `text[]`.
        case texts([String])
        /// `bytea[]`.
        case byteStrings([[UInt8]])
    }
}

/// The OIDs of PostgreSQL's types (pg_type.dat), which compatible databases share.
enum TypeNumber {
    static let boolean: UInt32 = 16
    static let bytes: UInt32 = 17
    static let integer64: UInt32 = 20
    static let integer16: UInt32 = 21
    static let integer32: UInt32 = 23
    static let text: UInt32 = 25
    static let character: UInt32 = 1042
    static let varying: UInt32 = 1043
    static let name: UInt32 = 19
    static let bytesArray: UInt32 = 1001
    static let integer32Array: UInt32 = 1007
    static let textArray: UInt32 = 1009
    static let integer64Array: UInt32 = 1016
}
