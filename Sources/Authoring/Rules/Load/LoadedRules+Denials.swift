import Configuration
import Denials
import OpenSSL
import Settings

extension LoadedRules {
    /// Reads the list of targets that no link may lead to; nil for none. Faults become diagnostics, so that a list is used whole or
    /// not at all.
    mutating func deny(_ path: String?) {
        guard let path else { return }
        let bytes: [UInt8]
        do throws(RuleDirectoryFault) { bytes = try DirectoryReader.bytes(of: path, atMost: Self.mostBytes) } catch {
            return report(error.description, at: settings.location(of: Self.deniedTargetsSetting, stating: path), nil)
        }
        do throws(DenyListFaults) {
            let list = try DenyList(bytes.span)
            denied = list
            // Logs tell rule sets apart by their hash, and so do memories of decisions.
            let text = "\(hash) \(Self.deniedTargetsSetting) \(list.digest)"
            hash = "sha256:" + Digest.sha256Hex(Array(text.utf8).span)
        } catch {
            for fault in error.faults {
                report(
                    "`\(fault.text)` denies nothing: \(fault.problem)",
                    at: SourceLocation(file: path, line: fault.line, column: 1), fault.text)
            }
        }
    }

    private mutating func report(_ message: String, at location: SourceLocation?, _ line: String?) {
        diagnostics.append(
            FileDiagnostic(
                .error, .invalidValue, message, at: location, path: Self.deniedTargetsSetting, sourceLine: line,
                width: line?.unicodeScalars.count ?? 1, hint: nil))
    }

    /// A million digests have 71 MB.
    private static let mostBytes = 128 << 20
    private static let deniedTargetsSetting = "denied_targets"
}
