import ByteText
import Foundation

/// Addresses that try to lead clients away from a site that allows only https://www.example.com.
///
/// They are in Tests/Attacks/addresses.json, except those that are attacks only by their length.
enum Attacks {
    /// Each must be refused: none is an address that the site allows, or none on which two parsers agree.
    static let refused: [String] =
        ((table["refused"]?.object?.members ?? []).flatMap { texts($0.value) }) + [
            "", "https://www.example.com" + String(repeating: ".a", count: 400) + "/",
            "https://www.example.com@" + String(repeating: "a", count: 9_000) + ".evil.net/",
        ]

    /// Each may be refused or followed, provided that no client leaves the site.
    static let followed: [String] =
        texts(table["followed"]) + [
            "https://www.example.com/" + String(repeating: "a", count: 9_000),
            "https://www.example.com/?" + String(repeating: "%2525", count: 2_000),
            "https://" + String(repeating: "a.", count: 60_000) + "example.com/",
        ]

    private static func texts(_ list: JSONValue?) -> [String] {
        list?.array?.compactMap(\.string) ?? []
    }

    private static let table: JSONValue = {
        let file = Checkout.root.appending(path: "Tests/Attacks/addresses.json")
        do { return try JSONValue(parsing: String(contentsOf: file, encoding: .utf8)) } catch {
            fatalError("the attacks can't be read: \(error)")
        }
    }()
}
