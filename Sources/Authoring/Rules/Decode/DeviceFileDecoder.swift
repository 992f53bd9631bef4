import ByteText
import Configuration
import Devices

/// Decodes a file of device corrections for all sites.
struct DeviceFileDecoder {
    let log: DiagnosticLog

    func decode(_ root: ConfigurationNode) -> [LocatedCorrection] {
        guard let fields = Fields<DeviceFileKey>(root, log: log) else { return [] }
        _ = fields.text(.about)
        let nodes = fields.required(.corrections).map(log.list) ?? []
        guard nodes.count <= DeviceCorrections.maximumOfAll else {
            log.error(
                .invalidValue, root,
                "the file has \(nodes.count) corrections, more than \(DeviceCorrections.maximumOfAll)")
            return []
        }
        let decoder = CorrectionDecoder(log: log)
        let corrections = decoder.distinct(nodes.compactMap(decoder.decode))
        refuseBroad(corrections)
        return corrections
    }

    /// Refuses tokens such as `Mozilla`, which would change the classification of unrelated agents.
    private func refuseBroad(_ corrections: [LocatedCorrection]) {
        let changed = DeviceCorrection.changedExamples(
            by: corrections.map(\.correction), except: corrections.map(\.example))
        for (located, examples) in zip(corrections, changed) where examples.count > ChangedExamples.most {
            log.error(
                .broadToken, located.token,
                "the token `\(located.correction.token)` changes \(examples.count) of the built-in examples, more than \(ChangedExamples.most): \(examples.listed)",
                hint: "use a longer token that only the agents to be corrected contain")
        }
    }
}

extension ChangedExamples {
    /// The first examples with their changes, as part of a sentence.
    package var listed: String {
        let shown = first.map { "`\($0.agent)` (\($0.changes))" }.joined(separator: ", ")
        return count > first.count ? "\(shown), and \(count - first.count) more" : shown
    }
}
