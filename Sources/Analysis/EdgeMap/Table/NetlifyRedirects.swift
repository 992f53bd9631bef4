/// The notation of Netlify's `_redirects`.
enum NetlifyRedirects {
    static let head = """
        # Short links whose redirect depends on nothing but the link. Written by fingerpost export --for netlify.
        #
        # Clicks answered from this table are not counted, limited, logged or published as events by Fingerpost. Export it
        # again whenever links, rules or denied targets change; until then the old targets apply. Lines that pass other
        # requests on to Fingerpost follow these.

        """

    // The mark at the end precedes files of the site.
    static func line(_ entry: MapEntry) -> String { "https://\(entry.key) \(entry.location) \(entry.status)!\n" }

    static func entry(in line: String) throws(MapFault) -> MapEntry? {
        let words = line.split { $0 == " " || $0 == "\t" }
        // Lines without a host, or with a placeholder, are the operator's own.
        guard let source = words.first, source.hasPrefix("https://"), !source.contains("*") else { return nil }
        guard words.count == 3, words[2].hasSuffix("!"), let status = Int(words[2].dropLast()) else {
            throw .unreadable("https://HOST/CODE TARGET STATUS!")
        }
        return MapEntry(
            key: String(source.dropFirst("https://".count)), location: String(words[1]), status: status)
    }
}
