/// Names in kebab case.
enum Slug {
    static let description = "lower-case letters and digits with `-` between them"

    static func isSlug(_ text: String) -> Bool {
        text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        }
    }
}
