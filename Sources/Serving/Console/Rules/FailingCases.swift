import ByteText
import Markup
import OpenSSL

/// The cases that fail with a draft. The draft can be activated only after these names have been confirmed.
struct FailingCases {
    /// The maximum number of names on a page; the rest are counted.
    private static let mostNamed = 50

    private let names: [String]

    /// Returns `nil` if all cases were run and pass, or if the draft has errors and is refused anyway.
    init?(_ draft: RuleDraft) {
        guard let results = draft.runCases() else { return nil }
        names = results.failures.map(\.id) + results.notRun.map { "\($0) (not run: the rules take too long)" }
        if names.isEmpty { return nil }
    }

    /// A digest of the names, repeated by the confirming form. Other failures need another confirmation.
    private var digest: String { Digest.sha256Hex(Array(names.joined(separator: "\n").utf8).span) }

    /// Whether a form confirms exactly these failures.
    func isConfirmed(by form: [String: String]) -> Bool { form["despite"] == digest }

    /// Writes the confirmation question.
    func write(to values: inout PageValues) {
        values.set("needs_despite", true)
        values["despite"] = digest
        values["despite_count"] = counted(names.count, "case")
        values.set("despite_lines", linesOf: names.prefix(Self.mostNamed).joined(separator: "\n"))
        let more = names.count - Self.mostNamed
        values["despite_more"] = more > 0 ? "and \(counted(more, "other"))" : nil
    }
}
