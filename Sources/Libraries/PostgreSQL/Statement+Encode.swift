/// Values in PostgreSQL's binary format (the `send` functions of its types): big-endian, no terminators.
struct EncodedParameters {
    /// The values, concatenated.
    private(set) var bytes: [UInt8] = []
    /// The range of each value; `nil` for NULL.
    private(set) var places: [Range<Int>?] = []
    /// The type OIDs; 0 lets the server infer the type.
    private(set) var types: [UInt32] = []

    init(_ parameters: [Statement.Parameter]) {
        for parameter in parameters { append(parameter) }
    }

    private mutating func append(_ parameter: Statement.Parameter) {
        let start = bytes.count
        types.append(parameter.typeNumber)
        guard parameter != .null else {
            places.append(nil)
            return
        }
        parameter.appendBinary(to: &bytes)
        places.append(start..<bytes.count)
    }
}

extension Statement.Parameter {
    var typeNumber: UInt32 {
        switch self {
        case .null: 0
        case .integer: TypeNumber.integer64
        case .integer32: TypeNumber.integer32
        case .boolean: TypeNumber.boolean
        case .text: TypeNumber.text
        case .bytes: TypeNumber.bytes
        case .integers: TypeNumber.integer64Array
        case .integers32: TypeNumber.integer32Array
        case .texts: TypeNumber.textArray
        case .byteStrings: TypeNumber.bytesArray
        }
    }

    /// Appends the value in binary format; nothing for NULL, which is encoded as a length.
    func appendBinary(to bytes: inout [UInt8]) {
        switch self {
        case .null: break
        case .integer(let value): bytes.append(bigEndian: value)
        case .integer32(let value): bytes.append(bigEndian: value)
        case .boolean(let value): bytes.append(value ? 1 : 0)
        case .text(let value): bytes.append(contentsOf: value.utf8)
        case .bytes(let value): bytes.append(contentsOf: value)
        case .integers(let values):
            bytes.appendArray(values, of: TypeNumber.integer64) { $1.append(bigEndian: $0) }
        case .integers32(let values):
            bytes.appendArray(values, of: TypeNumber.integer32) { $1.append(bigEndian: $0) }
        case .texts(let values):
            bytes.appendArray(values, of: TypeNumber.text) { $1.append(contentsOf: $0.utf8) }
        case .byteStrings(let values):
            bytes.appendArray(values, of: TypeNumber.bytes) { $1.append(contentsOf: $0) }
        }
    }
}

extension [UInt8] {
    mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// Appends a one-dimensional array (array_send): dimensions, whether there are nulls, element type, length and
    /// lower bound, then each element after its length. An empty array has no dimensions.
    mutating func appendArray<Value>(
        _ values: [Value], of type: UInt32, _ appendValue: (Value, inout [UInt8]) -> Void
    ) {
        append(bigEndian: Int32(values.isEmpty ? 0 : 1))
        append(bigEndian: Int32(0))
        append(bigEndian: type)
        guard !values.isEmpty else { return }
        append(bigEndian: Int32(values.count))
        append(bigEndian: Int32(1))
        for value in values { appendSized { appendValue(value, &$0) } }
    }

    /// Appends the output of `body`, preceded by its length in four bytes.
    mutating func appendSized(_ body: (inout [UInt8]) -> Void) {
        let start = count
        append(bigEndian: Int32(0))
        body(&self)
        let length = UInt32(count - start - 4)
        for index in 0..<4 { self[start + index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index)) }
    }
}
