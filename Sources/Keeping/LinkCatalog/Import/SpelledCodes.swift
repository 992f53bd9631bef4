import ByteText
import LinkStore
import Routing

/// The codes of an import, for finding codes that differ only in case. If the site ignores case, only one of the links
/// is reachable.
struct SpelledCodes {
    /// A code: the hash of its exact key, and its line.
    private struct Code {
        var key: Int
        var line: Int
    }

    /// The maximum number of codes of case-sensitive sites, where such codes only deserve a note.
    private static let mostExact = 1 << 20

    private var codes: [Int: Code] = [:]
    /// The link domains of sites that ignore case.
    private let domains: Set<String>

    /// The codes of an import that is checked against some sites.
    init(sites: [SiteDefinition]) {
        domains = Set(sites.filter { $0.codes == .anyCase }.flatMap(\.hosts))
    }

    /// Whether codes of a link domain are case-insensitive.
    func ignoresCase(_ domain: Substring) -> Bool { !domains.isEmpty && domains.contains(String(domain)) }

    /// Adds a code; returns the line of an earlier one that differs only in case, or `nil` if there is none.
    mutating func add(_ key: LinkKey, line: Int, ignoresCase: Bool) -> Int? {
        var hasher = Hasher()
        hasher.combine(key.domain)
        for byte in key.code.utf8 { hasher.combine(byte.lowercased) }
        let place = hasher.finalize()
        let own = key.hashValue
        guard let known = codes[place] else {
            if ignoresCase || codes.count < Self.mostExact { codes[place] = Code(key: own, line: line) }
            return nil
        }
        return known.key == own ? nil : known.line
    }
}
