import ArgumentParser
import LinkCatalog

/// The form of a file, as an option names it.
enum FileForm: String, ExpressibleByArgument, CaseIterable {
    case jsonl, csv, takeout

    var format: LinkFileFormat {
        switch self {
        case .jsonl: .jsonl
        case .csv: .csv
        case .takeout: .takeout
        }
    }
}
