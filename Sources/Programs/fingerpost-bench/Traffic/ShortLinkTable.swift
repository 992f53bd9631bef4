import ArgumentParser

/// The short links of the example site that traffic clicks on, and the table from which `fingerpost link import` creates them.
struct ShortLinkTable {
    /// The paths of the links: `/CODE`.
    let paths: [String]
    /// The long link of each path; empty if only the codes were read from a table.
    private let longLinks: [String]

    /// The host of all links.
    static let host = "example.page.link"
    private static let site = "https://\(host)"

    /// The only short link in the example site's own file, for clicks without a store.
    static let ofSiteFile = ShortLinkTable(paths: ["/WXYZ"], longLinks: [])

    private init(paths: [String], longLinks: [String]) {
        self.paths = paths
        self.longLinks = longLinks
    }

    /// Generates links with codes of 4, 5, 6 and 17 letters.
    init(count: Int, seed: UInt64) {
        var draw = Draw(seed: seed)
        var seen: Set<String> = []
        var paths: [String] = []
        var longLinks: [String] = []
        while paths.count < count {
            let code = draw.letters([4, 5, 6, 17][draw.number(below: 4)])
            guard seen.insert(code).inserted else { continue }
            longLinks.append(
                "\(Self.site)/?link=https%3A%2F%2Fwww.example.com%2Fpost%2F\(paths.count)%3Fref%3D"
                    + "\(draw.number(below: 1_000_000))&apn=com.example.android&amv=\(1 + draw.number(below: 39))"
                    + "&ibi=com.example.ios&isi=1234567")
            paths.append("/\(code)")
        }
        self.init(paths: paths, longLinks: longLinks)
    }

    /// Reads the codes of a table whose first column is the short link.
    init(file: String) throws {
        let prefix = Array("\(Self.site)/".utf8)
        let paths = try FileText.bytes(file).split(separator: UInt8(ascii: "\n")).compactMap { line -> String? in
            guard line.starts(with: prefix) else { return nil }
            let code = line.dropFirst(prefix.count).prefix { $0 != UInt8(ascii: ",") && $0 != 0x0D }
            return "/\(String(decoding: code, as: UTF8.self))"
        }
        guard !paths.isEmpty else { throw ValidationError("\(file): no short links of \(Self.site)") }
        self.init(paths: paths, longLinks: [])
    }

    /// The table in the format of `link import`.
    var csv: String {
        zip(paths, longLinks).reduce(into: "link,long_link\n") { $0 += "\(Self.site)\($1.0),\($1.1)\n" }
    }
}
