import ByteText
import Foundation

/// Addresses that try to lead people away from a site that allows https://www.example.com alone.
///
/// They stand in Tests/Attacks/addresses.json, but for those that only length makes an attack.
enum Attacks {
    /// Each must be refused: none is a place the site allows, or none that two readers agree about.
    static let refused: [String] =
        ((table["refused"]?.object?.members ?? []).flatMap { texts($0.value) }) + [
            "", "https://www.example.com" + String(repeating: ".a", count: 400) + "/",
            "https://www.example.com@" + String(repeating: "a", count: 9_000) + ".evil.net/",
        ]

    /// Each may be refused or followed, as long as nobody leaves the site.
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
