import Foundation
import Routing
import Rules

/// The checkout that this file stands in: the rules that ship, and the data that may lie beside it.
enum Checkout {
    static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

    /// The rules that ship, loaded once.
    static let rules: LoadedRules = {
        do { return try RuleDirectory.load(path: root.appending(path: "rules").path) } catch {
            fatalError("the shipped rules can't be read: \(error)")
        }
    }()

    static let ruleSet = RuleSet(rules)

    /// A file of the reference data, or nil where that does not lie beside the checkout.
    static func shared(_ path: String) -> URL? {
        let folder =
            ProcessInfo.processInfo.environment["FINGERPOST_SHARED"].map { URL(filePath: $0) }
            ?? root.appending(path: "../shared").standardized
        let file = folder.appending(path: path)
        return FileManager.default.fileExists(atPath: file.path) ? file : nil
    }

    /// The lines of a file of the reference data that hold something.
    static func lines(_ file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// All lines of a file, without their ends.
    static func allLines(_ file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    }
}
