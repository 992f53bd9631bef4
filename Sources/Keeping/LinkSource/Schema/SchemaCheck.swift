/// The differences between the source's tables and those that `source init` creates.
public struct SchemaCheck: Sendable, Equatable {
    /// The differences that the program can't work with, as sentences.
    public internal(set) var findings: [String] = []
    /// The harmless differences, and tables and columns that this program does not use.
    public internal(set) var remarks: [String] = []
    /// Whether links can still be read.
    public internal(set) var isReadable = true
}

extension SchemaCheck {
    private static let advice = "run `fingerpost source init`"

    /// Compares the server's tables with those of this program.
    init(_ found: FoundSchema) {
        for table in SourceSchema.tables {
            let before = findings.count
            compare(table, with: found.tables[table.name])
            if findings.count > before, SourceSchema.tablesOfLinks.contains(table.name) { isReadable = false }
        }
    }

    /// Compares the source's schema version. A newer version is a superset of this one.
    mutating func compare(version: Int64) {
        let known = Int64(SourceSchema.version)
        if version < known {
            findings.append("the tables have version \(version), expected \(known): \(Self.advice)")
        } else if version > known {
            remarks.append("the tables have version \(version) of a newer program; this one supports \(known)")
        }
    }

    /// Records that the source has no row of its own, or several.
    mutating func note(rowsOfSource count: Int) {
        findings.append("fp_source has \(count) rows, expected 1: \(Self.advice)")
        isReadable = false
    }

    private mutating func compare(_ table: SourceTable, with found: FoundSchema.Table?) {
        guard let found else { return findings.append("\(table.name) is missing: \(Self.advice)") }
        guard ["r", "p"].contains(found.kind) else { return findings.append("\(table.name) is not a table") }
        guard !found.columns.isEmpty else {
            return remarks.append("\(table.name) was not checked: this role has no rights on it")
        }
        if !found.isLogged { findings.append("\(table.name) is UNLOGGED: a crash of the server empties it") }
        for column in table.columns {
            compare(column, of: table.name, with: found.columns.first { $0.name == column.name })
        }
        compareIndexes(of: table, with: found.indexes)
        let known = Set(table.columns.map(\.name))
        for column in found.columns where !known.contains(column.name) { note(column, of: table.name) }
        for constraint in found.constraints {
            remarks.append(
                "\(table.name) has an additional constraint; rows that violate it cannot be written: \(constraint)")
        }
    }

    private mutating func compare(
        _ column: SourceTable.Column, of table: String, with found: FoundSchema.Column?
    ) {
        let name = "\(table).\(column.name)"
        guard let found else { return findings.append("\(name) is missing, expected \(column.type.definition)") }
        if found.type != column.type.name {
            findings.append("\(name) is \(found.type), expected \(column.type.definition)")
        } else if let collation = column.type.collation, found.collation != collation {
            let own = found.collation ?? "of the database"
            findings.append("\(name) has the collation \(own), expected \"\(collation)\"")
        }
        if found.isNullable != column.isNullable {
            let difference = found.isNullable ? "nullable, expected NOT NULL" : "NOT NULL, expected nullable"
            findings.append("\(name) is \(difference)")
        }
        if found.isComputed { findings.append("\(name) is computed by the server, expected values of this program") }
        if let value = found.defaultValue, !found.isComputed {
            remarks.append("\(name) has the default \(value), which is never used")
        }
    }

    private mutating func compareIndexes(of table: SourceTable, with found: [FoundSchema.Index]) {
        let primary = found.first(where: \.isPrimary)
        if primary?.columns != table.primaryKey || primary?.isWhole != true {
            findings.append(
                "\(table.name) has \(Self.text(primary, "primary key")), expected \(Self.text(table.primaryKey))")
        }
        if let unique = table.unique {
            let isThere = found.contains { $0.isUnique && $0.isWhole && $0.columns == unique }
            if !isThere { findings.append("\(table.name) has no unique index on \(Self.text(unique))") }
        }
        if let index = table.index, !found.contains(where: { $0.isWhole && $0.columns == index.columns }) {
            // `source init` does not change an existing index with the same name.
            let isTaken = found.contains { $0.name == index.name }
            findings.append(
                "\(table.name) has no index on \(Self.text(index.columns)): "
                    + (isTaken ? "drop \(index.name), and \(Self.advice)" : Self.advice))
        }
        for index in found where !index.isPrimary && !table.hasIndex(on: index.columns) {
            let effect = index.isUnique ? "; rows that violate it cannot be written" : ""
            remarks.append(
                "\(table.name) has an additional index, \(index.name) on \(Self.text(index.columns))\(effect)")
        }
    }

    /// Records a column that is not in the program's schema.
    private mutating func note(_ column: FoundSchema.Column, of table: String) {
        if column.isFilled {
            remarks.append("\(table).\(column.name) is not used by this program")
        } else {
            findings.append(
                "\(table).\(column.name) is unknown to this program and NOT NULL without a default: no rows can be written"
            )
        }
    }

    private static func text(_ index: FoundSchema.Index?, _ what: String) -> String {
        guard let index else { return "no \(what)" }
        return "the \(what) \(text(index.columns))\(index.isWhole ? "" : ", which is deferrable or not valid")"
    }

    private static func text(_ columns: [String]) -> String { "(\(columns.joined(separator: ", ")))" }
}

extension SourceTable {
    fileprivate func hasIndex(on columns: [String]) -> Bool { columns == unique || columns == index?.columns }
}
