import ByteText
import Configuration

/// Combines the daemon's settings: flags override the environment, which overrides the file and the defaults.
public enum SettingsResolver {
    /// The effective settings.
    ///
    /// - Parameters:
    ///   - file: The settings of the rules directory's `fingerpost.yaml`, whose faults are in ``LoadedRules/diagnostics``.
    ///   - environment: The process's variables. Those that begin with `FINGERPOST_` must be known.
    ///   - flags: The values of each flag (`listen`, `decision-log`), in command-line order.
    public static func resolve(
        file: SettingsFile = SettingsFile(), environment: [String: String] = [:], flags: [String: [String]] = [:]
    ) -> ResolvedSettings {
        var settings = DaemonSettings()
        var diagnostics: [FileDiagnostic] = []
        var origins: [String: SettingInForce.Origin] = [:]
        for given in givenValues(file: file, environment: environment, flags: flags) {
            if let listeners = given.listeners, case .listeners(let place) = given.setting.slot {
                settings[keyPath: place] = listeners
            } else if let fault = given.setting.apply(given.texts, to: &settings) {
                diagnostics.append(diagnostic(fault, given))
                continue
            }
            origins[given.setting.name] = given.origin
        }
        if let fault = spreadCertificates(in: &settings) { diagnostics.append(fault) }
        return ResolvedSettings(settings, diagnostics: diagnostics + unknown(environment), origins: origins)
    }

    /// Every setting with its active value and origin, in list order.
    ///
    /// Invalid values are ignored; ``resolve(file:environment:flags:)`` reports them.
    public static func inForce(
        file: SettingsFile = SettingsFile(), environment: [String: String] = [:], flags: [String: [String]] = [:]
    ) -> [SettingInForce] {
        resolve(file: file, environment: environment, flags: flags).rows
    }

    /// Assigns the certificates of flags and variables to the listeners that they apply to.
    private static func spreadCertificates(in settings: inout DaemonSettings) -> FileDiagnostic? {
        let (certificates, keys) = (settings.tlsCertificates, settings.tlsKeys)
        guard keys.isEmpty || keys.count == certificates.count else {
            return FileDiagnostic(
                .error, .invalidValue,
                "\(counted(keys.count, "key")) for \(counted(certificates.count, "certificate"))", path: "--tls-key",
                expected: "one key for each certificate, or none if the certificate files contain them")
        }
        guard !certificates.isEmpty else { return nil }
        let files = certificates.indices.map {
            CertificateFiles(certificate: certificates[$0], key: keys.isEmpty ? certificates[$0] : keys[$0])
        }
        for index in settings.front.indices where settings.front[index].service == .plain {
            guard case .tcp = settings.front[index].address else { continue }
            settings.front[index].service = .tls(files)
        }
        return nil
    }

    private struct Given {
        var setting: Setting
        var texts: [String]
        var listeners: [FrontListener]?
        var origin: SettingInForce.Origin
    }

    /// All given values in ascending precedence: later ones win.
    private static func givenValues(
        file: SettingsFile, environment: [String: String], flags: [String: [String]]
    ) -> [Given] {
        let fromFile = file.values.map {
            Given(
                setting: $0.setting, texts: $0.texts, listeners: $0.listeners, origin: .file($0.location))
        }
        let fromEnvironment = Setting.all.compactMap { setting in
            environment[setting.variable].map { value in
                Given(
                    setting: setting, texts: setting.isList ? pieces(of: value) : [value],
                    origin: .variable(setting.variable))
            }
        }
        let fromFlags = Setting.all.compactMap { setting in
            setting.flag.flatMap { flags[$0] }.map { values in
                Given(
                    setting: setting, texts: setting.isList ? values.flatMap(pieces) : values,
                    origin: .flag("--\(setting.flag ?? "")"))
            }
        }
        return fromFile + fromEnvironment + fromFlags
    }

    private static func pieces(of list: String) -> [String] {
        list.split(separator: ",").map { String($0).trimmed }
    }

    private static func diagnostic(_ fault: Setting.Fault, _ given: Given) -> FileDiagnostic {
        switch given.origin {
        case .file(let location):
            FileDiagnostic(.error, .invalidValue, fault.message, at: location, expected: fault.expected)
        case .flag(let name), .variable(let name):
            FileDiagnostic(.error, .invalidValue, fault.message, path: name, expected: fault.expected)
        case .standard: FileDiagnostic(.error, .invalidValue, fault.message, expected: fault.expected)
        }
    }

    /// Variables used by tests and builds.
    private static let otherVariables: Set = ["FINGERPOST_BENCHES", "FINGERPOST_SHARED"]

    /// Warnings for variables with this program's prefix that it does not read.
    private static func unknown(_ environment: [String: String]) -> [FileDiagnostic] {
        let known = Setting.all.map(\.variable)
        let strange = environment.keys.filter {
            $0.hasPrefix("FINGERPOST_") && !known.contains($0) && !otherVariables.contains($0)
        }
        return strange.sorted().map { name in
            FileDiagnostic(
                .warning, .unknownKey, "unknown environment variable", path: name,
                hint: suggestion(for: name, among: known))
        }
    }
}
