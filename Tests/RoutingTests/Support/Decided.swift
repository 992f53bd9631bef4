import ByteText
import Foundation
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
        guard let encoded = text.addingPercentEncoding(withAllowedCharacters: unreserved) else {
            preconditionFailure("text is UTF-8")
        }
        return encoded
    }

    private static let unreserved = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")

    /// Percent-decodes a text once, repairing invalid UTF-8.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
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
