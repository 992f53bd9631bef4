public import Configuration
public import Devices
import Files
import OpenSSL
import Settings

/// A file of device corrections.
struct DeviceFile: Sendable {
    var corrections: [LocatedCorrection] = []
    var bytes: [UInt8] = []
    /// The file's place in messages.
    var source: SourceFile
}

/// A correction for all sites, for findings about it.
public struct PlacedCorrection: Sendable {
    /// The correction.
    public var correction: DeviceCorrection
    /// The place of its token.
    public var place: SourceLocation?
    /// An agent that the correction is meant for, or `nil`.
    public var example: String?

    init(_ located: LocatedCorrection, in file: SourceFile) {
        correction = located.correction
        example = located.example
        place = located.token.mark.map { SourceLocation(file: file.name, line: $0.line, column: $0.column) }
    }
}

extension LoadedRules {
    /// The name of the setting.
    static let devicesSetting = "devices"

    /// Uses the file of device corrections that settings name: one of the rules directory, or else one that is read now. Faults
    /// become diagnostics.
    mutating func correctDevices(_ path: String?, reading files: NamedFiles) {
        let name = path.map(Self.withoutDots)
        for file in deviceFiles.keys.sorted() where Self.withoutDots(file) != name {
            report(
                .warning, .ignoredFile,
                "these device corrections are not used: the setting `devices` names \(path == nil ? "no file" : "another file")",
                at: nil, path: file, hint: path == nil ? "set `devices: FILE` in fingerpost.yaml" : nil)
        }
        if let path, let file = deviceFile(path, reading: files) { correctDevices(by: file) }
    }

    /// Uses the text of a file of device corrections. Faults become diagnostics.
    ///
    /// - Parameter path: The file in messages.
    mutating func correctDevices(_ bytes: [UInt8], of path: String) {
        let (file, found) = DeviceFile.read(bytes, name: path)
        diagnostics += found
        correctDevices(by: file)
    }

    private mutating func correctDevices(by file: DeviceFile) {
        content.devices = file.bytes
        corrections = file.corrections.map { PlacedCorrection($0, in: file.source) }
        // The setting decides whether a file of the directory is used, and the file may be outside of it.
        let digest = Digest.sha256Hex(file.bytes.span)
        hash = "sha256:" + Digest.sha256Hex(Array("\(hash) \(Self.devicesSetting) \(digest)".utf8).span)
    }

    /// Reports a file of device corrections that is not among the files of a bundle. It is not used then: the signer of rules
    /// can't select files for a node to read.
    public mutating func refuseDevicesOutside() {
        guard let path = settings.text(of: Self.devicesSetting), !path.isEmpty else { return }
        guard !deviceFiles.keys.contains(where: { Self.withoutDots($0) == Self.withoutDots(path) }) else { return }
        report(
            .error, .unreadable, "\(path): not among the files of the bundle",
            at: settings.location(of: Self.devicesSetting, stating: path), path: Self.devicesSetting,
            hint: "keep the file in the rules directory; its name ends in `.yaml`")
        settings = settings.leavingOut(Self.devicesSetting)
    }

    private mutating func deviceFile(_ path: String, reading files: NamedFiles) -> DeviceFile? {
        let place = settings.location(of: Self.devicesSetting, stating: path)
        let name = Self.withoutDots(path)
        if let known = deviceFiles.first(where: { Self.withoutDots($0.key) == name }) { return known.value }
        guard files.contains(path) else {
            report(
                .warning, .invalidValue, "the file is not read in a draft", at: place, path: Self.devicesSetting,
                hint: "it is read once the rules are active")
            return nil
        }
        do throws(RegularFileFault) {
            let bytes = try RegularFile.bytes(of: path, atMost: RuleDirectory.maximumFileBytes)
            let (file, found) = DeviceFile.read(bytes, name: path)
            // The file is not in the rules directory, whose texts are visible to everyone with access to the rules.
            diagnostics += found.map { diagnostic in
                var diagnostic = diagnostic
                diagnostic.sourceLine = nil
                return diagnostic
            }
            return file
        } catch {
            report(.error, .unreadable, "\(path): can't read: \(error)", at: place, path: Self.devicesSetting)
            return nil
        }
    }

    private mutating func report(
        _ severity: FileDiagnostic.Severity, _ code: FileDiagnostic.Code, _ message: String, at place: SourceLocation?,
        path: String, hint: String? = nil
    ) {
        diagnostics.append(
            FileDiagnostic(
                severity, code, message, at: place, path: path,
                sourceLine: place.flatMap { sources[$0.file]?.line($0.line) }, hint: hint))
    }

    /// A path without its `.` components.
    private static func withoutDots(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).filter { $0 != "." }.joined(separator: "/")
    }
}

extension DeviceFile {
    /// Decodes a file of device corrections, whose faults are in the diagnostics.
    static func read(_ bytes: [UInt8], name: String) -> (file: DeviceFile, diagnostics: [FileDiagnostic]) {
        guard let text = UTF8Text.text(in: bytes) else {
            let source = SourceFile(name: name, text: "")
            let log = DiagnosticLog(file: source)
            log.syntaxError(at: UTF8Text.markOfFault(in: bytes), "the file \(UTF8Text.fault(of: bytes))")
            return (DeviceFile(bytes: bytes, source: source), log.diagnostics)
        }
        let source = SourceFile(name: name, bytes: text)
        let log = DiagnosticLog(file: source)
        let root = ConfigurationNode.parsing(yaml: text.span, log: log)
        let corrections = root.map(DeviceFileDecoder(log: log).decode) ?? []
        return (DeviceFile(corrections: corrections, bytes: bytes, source: source), log.sorted)
    }
}
