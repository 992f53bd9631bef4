import ByteText
public import Configuration

/// Combines the daemon's settings: flags override the environment, which overrides the file and the defaults.
public enum SettingsResolver {
    /// The settings, and the values that can't be used, each with its place: `FINGERPOST_LISTEN_EDGE: error: …`.
    public typealias Result = (settings: DaemonSettings, diagnostics: [FileDiagnostic])

    /// The effective settings.
    ///
    /// - Parameters:
    ///   - file: What the rules directory's `fingerpost.yaml` sets; its own faults are in ``LoadedRules/diagnostics``.
    ///   - environment: The process's variables; those that start with `FINGERPOST_` must be known.
    ///   - flags: By the setting's flag (`listen`, `decision-log`), the values in the order of the command line.
    public static func resolve(
        file: SettingsFile = SettingsFile(), environment: [String: String] = [:], flags: [String: [String]] = [:]
    ) -> Result {
        var settings = DaemonSettings()
        var diagnostics: [FileDiagnostic] = []
        for given in givenValues(file: file, environment: environment, flags: flags) {
            if let listeners = given.listeners, case .listeners(let place) = given.setting.slot {
                settings[keyPath: place] = listeners
            } else if let fault = given.setting.apply(given.texts, to: &settings) {
                diagnostics.append(diagnostic(fault, given))
            }
        }
        if let fault = spreadCertificates(in: &settings) { diagnostics.append(fault) }
        return (settings, diagnostics + unknown(environment))
    }

    /// Distributes the certificates of flags and variables to the listeners that they are for.
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
        /// `FINGERPOST_LISTEN_EDGE`, `--edge`, or nothing for the file.
        var source: String
        var location: SourceLocation?
    }

    /// All values given, weakest first: later ones win.
    private static func givenValues(
        file: SettingsFile, environment: [String: String], flags: [String: [String]]
    ) -> [Given] {
        let fromFile = file.values.map {
            Given(
                setting: $0.setting, texts: $0.texts, listeners: $0.listeners, source: "", location: $0.location)
        }
        let fromEnvironment = Setting.all.compactMap { setting in
            environment[setting.variable].map { value in
                Given(setting: setting, texts: setting.isList ? pieces(of: value) : [value], source: setting.variable)
            }
        }
        let fromFlags = Setting.all.compactMap { setting in
            setting.flag.flatMap { flags[$0] }.map { values in
                Given(
                    setting: setting, texts: setting.isList ? values.flatMap(pieces) : values,
                    source: "--\(setting.flag ?? "")")
            }
        }
        return fromFile + fromEnvironment + fromFlags
    }

    private static func pieces(of list: String) -> [String] {
        list.split(separator: ",").map { String($0).trimmed }
    }

    private static func diagnostic(_ fault: Setting.Fault, _ given: Given) -> FileDiagnostic {
        FileDiagnostic(
            .error, .invalidValue, fault.message, at: given.location, path: given.source, expected: fault.expected)
    }

    /// Variables of other parts of the project.
    private static let otherVariables: Set = ["FINGERPOST_SHARED"]

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
