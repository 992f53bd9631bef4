import ArgumentParser
import ByteText
import CommandFiles
import Replay
import ServiceFiles
import Terminal

/// `--export` and its columns.
struct ExportOptions: ParsableArguments {
    @Option(help: "Write one line per decision: JSON lines (.jsonl, .json; - is standard output) or CSV (.csv).")
    var export: String?

    @Option(help: "The columns to export, separated by commas; --columns help lists them.")
    var columns: String?

    @Option(help: "How to export client addresses: drop, pseudonym or keep.")
    var addresses: Addresses?

    @Option(help: "A file with the secret for pseudonyms (default: a new secret each time).")
    var addressKey: String?

    enum Addresses: String, ExpressibleByArgument, CaseIterable {
        case drop, pseudonym, keep
    }

    func validate() throws {
        if columns == "help" {
            throw CleanExit.message(ExportColumn.allCases.map(\.rawValue).joined(separator: "\n"))
        }
        guard let export else {
            guard columns == nil, addresses == nil, addressKey == nil else {
                throw ValidationError("--columns, --addresses and --address-key need --export")
            }
            return
        }
        guard export == "-" || ExportFormat(path: export) != nil else {
            throw ValidationError("--export needs a file name that ends in .jsonl, .json or .csv, or -, not \(export)")
        }
        _ = try chosenColumns(comparing: false)
        if addressKey != nil, addresses != .pseudonym {
            throw ValidationError("--address-key needs --addresses pseudonym")
        }
    }

    var isToStandardOutput: Bool { export == "-" }

    /// The export settings, or `nil` without an export.
    func settings(comparing: Bool) throws -> ExportSettings? {
        guard let export else { return nil }
        let columns = try chosenColumns(comparing: comparing)
        return ExportSettings(
            format: ExportFormat(path: export) ?? .jsonLines, columns: columns,
            addresses: try addressRule(isAsked: columns.contains(.address)))
    }

    private func chosenColumns(comparing: Bool) throws -> [ExportColumn] {
        guard let columns else {
            let address: [ExportColumn] = addresses == nil || addresses == .drop ? [] : [.address]
            return ExportColumn.standard + address + (comparing ? ExportColumn.comparing : [])
        }
        var chosen: [ExportColumn] = []
        for name in columns.split(separator: ",").map({ $0.trimmingBlanks }) {
            guard let column = ExportColumn(rawValue: name) else {
                let hint = suggestion(for: name, among: ExportColumn.allCases.map(\.rawValue)).map { "; \($0)" } ?? ""
                throw ValidationError("--columns: unknown column `\(name)`\(hint)")
            }
            guard !chosen.contains(column) else { throw ValidationError("--columns: `\(name)` appears twice") }
            chosen.append(column)
        }
        guard !chosen.isEmpty else { throw ValidationError("--columns is empty") }
        return chosen
    }

    /// By default addresses are dropped, or replaced by pseudonyms if their column is requested.
    private func addressRule(isAsked: Bool) throws -> AddressRule {
        switch addresses ?? (isAsked ? .pseudonym : .drop) {
        case .drop: return .drop
        case .keep: return .keep
        case .pseudonym:
            guard let addressKey else { return .pseudonym(PseudonymKey()) }
            try SecretFile.examine(addressKey, report: Output.error)
            var lines = try LineReader(path: addressKey)
            guard let secret = try lines.next(), secret.count >= 16 else {
                throw Failure(
                    "\(addressKey): the secret must have at least 16 bytes; create one with openssl rand -hex 32")
            }
            return .pseudonym(PseudonymKey(secret: secret))
        }
    }
}

extension Substring {
    fileprivate var trimmingBlanks: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
