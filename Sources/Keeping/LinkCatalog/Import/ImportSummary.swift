import ByteText
import Links
import Routing

/// The result of an import as lines of text.
public struct ImportSummary: Sendable {
    /// The row counts in one line.
    public let result: String
    /// Further lines: refusals with their reasons and remedies, warnings, and dropped contents of the file.
    public let details: [String]

    /// The summary of an import that has finished or was interrupted.
    ///
    /// - Parameter place: The destination of the links as a phrase: `in the store`.
    public init(_ importer: borrowing LinkImporter, isDryRun: Bool, place: String = "in the store") {
        result = Self.result(importer.counts, isDryRun: isDryRun, place)
        details =
            importer.refusals.lines(advice: ImportAdvice(sites: importer.sites).advice) + Self.warnings(importer.counts)
            + Self.losses(importer.counts) + Self.columns(importer.ignoredColumns)
    }

    private static func result(_ counts: LinkImporter.Counts, isDryRun: Bool, _ place: String) -> String {
        let would = isDryRun ? "would be " : ""
        var text = "\(counted(counts.imported, "link")) \(would)imported"
        if counts.replaced > 0 { text += ", \(grouped(counts.replaced)) \(would)replaced" }
        if counts.known > 0 { text += ", \(grouped(counts.known)) already \(place)" }
        if counts.repeated > 0 { text += ", \(grouped(counts.repeated)) repeated in the file" }
        return text + ", \(grouped(counts.refused)) refused"
    }

    private static func warnings(_ counts: LinkImporter.Counts) -> [String] {
        var lines = ShortLinkWarning.allCases.compactMap { warning in
            counts.warnings[warning].map { "warning: \(concerned($0)): \(warning.line)" }
        }
        if counts.misdated.links > 0 {
            lines.append(
                "warning: \(concerned(counts.misdated)): the creation time can't be read; using the current time")
        }
        if counts.respelled.links.links > 0 {
            lines.append(
                "warning: \(spelled(counts.respelled)); on a site with `codes: any_case` each has its own address, and other "
                    + "spellings lead to one of them")
        }
        return lines
    }

    /// `2 links, the first in line 5: codes that differ only in case from others (Sale, in line 2 as well)`.
    private static func spelled(_ spelled: LinkImporter.Respelled) -> String {
        "\(concerned(spelled.links)): the code differs only in case from another link's (\(spelled.code), and in \(spelled.other))"
    }

    private static func losses(_ counts: LinkImporter.Counts) -> [String] {
        var lines: [String] = []
        if counts.blanked.links > 0 {
            lines.append(
                "note: \(concerned(counts.blanked)): line breaks in the social title or text were replaced with spaces")
        }
        if counts.otherwiseSpelled.links.links > 0 {
            lines.append("note: \(spelled(counts.otherwiseSpelled)); they are separate links here")
        }
        if counts.stopped.links > 0 {
            lines.append(
                "note: \(concerned(counts.stopped)): banned, disabled or deleted at their origin; imported as disabled"
            )
        }
        if counts.undated.links > 0 {
            lines.append("note: \(concerned(counts.undated)): no creation time; using the current time")
        }
        return lines
    }

    private static func concerned(_ warned: LinkImporter.Warned) -> String {
        "\(counted(warned.links, "link")), \(warned.links == 1 ? "" : "the first ")in line \(grouped(warned.firstLine))"
    }

    private static func columns(_ columns: [(title: String, values: Int)]) -> [String] {
        guard !columns.isEmpty else { return [] }
        let names = columns.prefix(16).map { column in
            let title = column.title.isEmpty ? "\"\"" : column.title
            return "\(title) (\(column.values == 0 ? "empty" : counted(column.values, "value")))"
        }
        let rest = columns.count > 16 ? ", and \(columns.count - 16) more" : ""
        return ["note: columns that are not imported: \(names.joined(separator: ", "))\(rest)"]
    }
}
