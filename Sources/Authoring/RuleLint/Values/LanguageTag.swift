/// Language tags (RFC 5646) as browsers send them: `de`, `de-DE`, `zh-Hant-TW`.
enum LanguageTag {
    /// The tag that was probably meant; the tag itself if browsers send it like that.
    static func meant(by tag: String) -> String {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard let language = parts.first else { return tag }
        let lower = language.lowercased()
        var written = [others[lower] ?? lower]
        for part in parts.dropFirst() {
            switch part.utf8.count {
            case 2 where written.last.map { $0.utf8.count != 1 } ?? true:
                let country = part.uppercased()
                written.append(country == "UK" ? "GB" : country)
            case 4: written.append(part.prefix(1).uppercased() + part.dropFirst().lowercased())
            default: written.append(part)
            }
        }
        return written.joined(separator: "-")
    }

    /// Country codes that are not language codes (ISO 639-1), and the language that was probably meant.
    private static let others = [
        "at": "de", "cn": "zh", "cz": "cs", "dk": "da", "gr": "el", "jp": "ja", "ua": "uk", "us": "en", "gb": "en",
    ]
}
