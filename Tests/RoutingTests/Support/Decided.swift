import ByteText
import Routing
import Rules

/// Decisions, as JSON for tests.
enum Decided {
    /// Decides a request by the shipped rules, as `fingerpost resolve` does.
    static func by(_ request: JSONValue) throws -> JSONValue {
        try RequestResolver(Checkout.ruleSet).resolve(request, now: nil)
    }

    /// Text with everything but RFC 3986's unreserved characters percent-encoded, for a query value.
    static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }

    /// Percent-decodes a text once, repairing invalid UTF-8.
    static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONValue {
    /// An object of these members without those whose value is `nil`.
    static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        var object = JSONObject()
        for (name, value) in members { if let value { object.append(name, value) } }
        return .object(object)
    }
}
