import ByteText
import Outcomes
import Routing

/// The parts of the path of a page: `/_fp/.lab/ID`, followed by a tap, `evidence` or `code.svg`.
struct LabPath {
    enum Page: Equatable {
        case taps
        case tap(TrialTap)
        /// The evidence, as a file.
        case evidence
        /// The QR code of the link.
        case code
    }

    var id: String
    var page: Page

    /// `nil` for any other path.
    init?(_ path: Span<UInt8>) {
        guard path.starts(with: ReservedPath.lab) else { return nil }
        let rest = String(path.extracting(ReservedPath.lab.utf8CodeUnitCount..<path.count))
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        guard let id = parts.first, !id.isEmpty, parts.count <= 2 else { return nil }
        self.id = String(id)
        switch parts.dropFirst().first {
        case nil, ""?: page = .taps
        case "evidence"?: page = .evidence
        case "code.svg"?: page = .code
        case let name?:
            guard let tap = TrialTap(rawValue: String(name)) else { return nil }
            page = .tap(tap)
        }
    }
}
