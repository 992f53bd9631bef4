import ByteText

/// A report as a SARIF log (OASIS SARIF 2.1.0), with the members that GitHub's code scanning requires.
struct SARIFLog {
    private let report: AnnotationReport
    /// The codes of the report, each once, in order of first occurrence.
    private let codes: [String]

    init(_ report: AnnotationReport) {
        self.report = report
        codes = report.annotations.map(\.code).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The whole log.
    var json: JSONValue {
        [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": [
                [
                    "tool": ["driver": driver],
                    // Uploads of one category replace each other: check and test must not.
                    "automationDetails": ["id": .string("fingerpost-\(report.command)/")],
                    "columnKind": "unicodeCodePoints", "results": .array(report.annotations.map(result)),
                ]
            ],
        ]
    }

    private var driver: JSONValue {
        ["name": "fingerpost", "semanticVersion": .string(report.version), "rules": .array(codes.map(Self.rule))]
    }

    private static func rule(_ code: String) -> JSONValue {
        let words = code.replacing("-", with: " ")
        return [
            "id": .string(code),
            "shortDescription": ["text": .string(words.prefix(1).uppercased() + words.dropFirst())],
            "help": ["text": .string("`\(code)` is explained in the article RuleFindings of Fingerpost.")],
        ]
    }

    private func result(_ annotation: Annotation) -> JSONValue {
        [
            "ruleId": .string(annotation.code),
            "ruleIndex": .number(JSONNumber(codes.firstIndex(of: annotation.code) ?? 0)),
            "level": .string(annotation.level.rawValue), "message": ["text": .string(annotation.text)],
            "locations": [["physicalLocation": location(annotation.place)]],
        ]
    }

    private func location(_ place: Annotation.Place?) -> JSONValue {
        guard let place else { return ["artifactLocation": ["uri": .string(Self.address(of: report.directory))]] }
        return [
            "artifactLocation": ["uri": .string(Self.address(of: place.file))],
            "region": [
                "startLine": .number(JSONNumber(place.line)), "startColumn": .number(JSONNumber(place.column)),
                "endColumn": .number(JSONNumber(place.column + place.width)),
            ],
        ]
    }

    /// The URI reference of a path (RFC 3986): relative paths remain relative.
    static func address(of path: String) -> String {
        var bytes: [UInt8] = path.hasPrefix("/") ? Array("file://".utf8) : []
        for byte in path.utf8 {
            if byte.isAlphanumeric || "/-._~".utf8.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%")] + Hexadecimal.text([byte]).uppercased().utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
