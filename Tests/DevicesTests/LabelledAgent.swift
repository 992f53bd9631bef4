import Foundation

/// A row of the labelled agents: what several lists agree on.
struct LabelledAgent {
    let text, platform, version, formFactor, inApp, botKind, note: String
    let isBot: Bool
    let botVotes: Int
    private let known: String

    /// Whether a field, by its letter, may be scored.
    func knows(_ letter: Character) -> Bool { known.contains(letter) }

    static func read(_ path: String) throws -> [LabelledAgent] {
        let text = try String(decoding: Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        return text.utf8.split(separator: UInt8(ascii: "\n")).dropFirst().map { line in
            let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            return LabelledAgent(fields: fields.map { String(Substring($0)) })
        }
    }

    private init(fields: [String]) {
        text = fields[0]
        platform = fields[1]
        version = fields[2]
        formFactor = fields[3]
        isBot = fields[4] == "1"
        inApp = fields[5].isEmpty ? "none" : fields[5].hasPrefix("other:") ? "other" : fields[5]
        known = fields[6]
        botKind = fields[7]
        botVotes = Int(fields[8]) ?? 0
        note = fields[9]
    }

    /// Whether two versions are the same as far as both go; lists cut them differently.
    static func agree(_ first: String, _ second: String) -> Bool {
        let pair = (first.split(separator: "."), second.split(separator: "."))
        guard !pair.0.isEmpty && !pair.1.isEmpty else { return false }
        return zip(pair.0, pair.1).allSatisfy { $0 == $1 }
    }
}

/// The folder of data that lies beside the checkout, or where the environment says.
enum SharedData {
    static func path(_ file: String) -> String? {
        let environment = ProcessInfo.processInfo.environment["FINGERPOST_SHARED"]
        let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = environment ?? repository.deletingLastPathComponent().appendingPathComponent("shared").path
        let path = folder + "/" + file
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }
}
