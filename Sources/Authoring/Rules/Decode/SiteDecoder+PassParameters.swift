import ByteText
import Configuration
import Links

/// The query parameters of a click that are passed on to the target (`pass_parameters`).
extension SiteDecoder {
    /// Parameter names, or prefixes followed by `*`, without duplicates.
    func passedParameters(_ nodes: [ConfigurationNode]) -> [String] {
        distinct(nodes, "parameter", Self.fault(ofPassed:))
    }

    private static func fault(ofPassed name: String) -> String? {
        let stem = name.hasSuffix("*") ? name.dropLast() : name[...]
        guard !stem.isEmpty, stem.utf8.count <= 64, stem.utf8.allSatisfy(\.isUnreserved) else {
            return
                "`\(name)` is not the name of a parameter: letters, digits, `-`, `.`, `_`, `~`, optionally followed by `*`"
        }
        let bytes = Array(stem.utf8)
        guard LinkParameter.isPassedThrough(bytes.span) else {
            return "`\(name)` has a meaning in links and can't be passed on"
        }
        return nil
    }
}
