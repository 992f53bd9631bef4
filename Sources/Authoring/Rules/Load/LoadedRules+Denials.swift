import Configuration
import Denials
import Files
import OpenSSL
import Settings

extension LoadedRules {
    /// Reads the list of denied targets, if there is one. Faults become diagnostics, so that a list is used completely
    /// or not at all. Messages never quote the file.
    mutating func deny(_ path: String?, reading files: NamedFiles) {
        guard let path else { return }
        let place = settings.location(of: Self.deniedTargetsSetting, stating: path)
        guard files.contains(path) else {
            return report(
                .warning, "the file is not read in a draft", at: place,
                hint: "it is read once the rules are active")
        }
        let bytes: [UInt8]
        do throws(RegularFileFault) { bytes = try RegularFile.bytes(of: path, atMost: Self.mostBytes) } catch {
            return report(.error, "\(path): can't read: \(error)", at: place)
        }
        deny(bytes, of: path)
    }

    /// Uses the text of a list of denied targets. Faults become diagnostics.
    ///
    /// - Parameter path: The file in messages.
    mutating func deny(_ bytes: [UInt8], of path: String) {
        do throws(DenyListFaults) {
            let list = try DenyList(bytes.span)
            (denied, content.deniedTargets) = (list, bytes)
            // Logs identify rule sets by their hash.
            let text = "\(hash) \(Self.deniedTargetsSetting) \(list.digest)"
            hash = "sha256:" + Digest.sha256Hex(Array(text.utf8).span)
        } catch {
            for fault in error.faults {
                report(
                    .error, "the line denies nothing: \(fault.problem)",
                    at: SourceLocation(file: path, line: fault.line, column: 1))
            }
        }
    }

    private mutating func report(
        _ severity: FileDiagnostic.Severity, _ message: String, at location: SourceLocation?, hint: String? = nil
    ) {
        diagnostics.append(
            FileDiagnostic(
                severity, .invalidValue, message, at: location, path: Self.deniedTargetsSetting, hint: hint))
    }

    /// A million digests take 71 MB.
    private static let mostBytes = 128 << 20
    private static let deniedTargetsSetting = "denied_targets"
}
