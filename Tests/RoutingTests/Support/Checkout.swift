import Foundation
import Routing
import Rules

/// The checkout that contains this file: the shipped rules, and the reference data that may be next to it.
enum Checkout {
    static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

    /// The shipped rules, loaded once.
    static let rules: LoadedRules = {
        do { return try RuleDirectory.load(path: root.appending(path: "rules").path) } catch {
            fatalError("the shipped rules can't be read: \(error)")
        }
    }()

    static let ruleSet = RuleSet(rules)

    /// A file of the reference data; `nil` if it is not next to the checkout.
    static func shared(_ path: String) -> URL? {
        let folder =
            ProcessInfo.processInfo.environment["FINGERPOST_SHARED"].map { URL(filePath: $0) }
            ?? root.appending(path: "../shared").standardized
        let file = folder.appending(path: path)
        return FileManager.default.fileExists(atPath: file.path) ? file : nil
    }

    /// The nonempty lines of a file of the reference data.
    static func lines(_ file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// All lines of a file, without line ends.
    static func allLines(_ file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    }
}
