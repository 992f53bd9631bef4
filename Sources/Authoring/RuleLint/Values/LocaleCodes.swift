/// Country codes (ISO 3166-1 alpha-2).
enum CountryCode {
    /// Whether a code may occur. `XK` is Kosovo in MaxMind's files; proxies send `XX` for unknown, and `T1` for Tor.
    static func isKnown(_ code: String) -> Bool { all.contains(code) || ["XK", "XX", "T1"].contains(code) }

    static func isBeginning(_ text: String) -> Bool { all.contains { $0.hasPrefix(text) } }

    /// The code that was probably meant by one that no country has.
    static func meant(by code: String) -> String? { others[code.uppercased()] }

    /// Codes of former countries, of languages, and of everyday use.
    private static let others = [
        "AN": "CW", "BU": "MM", "CS": "CZ", "DA": "DK", "DD": "DE", "EL": "GR", "EN": "GB", "JA": "JP", "KO": "KR",
        "SU": "RU", "TP": "TL", "UK": "GB", "YU": "RS", "ZH": "CN", "ZR": "CD",
    ]

    private static let all = Set(
        """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
        CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO
        FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE
        JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO
        MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW
        PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM
        TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}

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
