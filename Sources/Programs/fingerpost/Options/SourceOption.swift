import ArgumentParser
import Configuration
import LinkSource
import PostgreSQL
import ServiceFiles
import Settings
import Terminal

/// The source that a daemon with the same flags and variables would follow.
struct SourceOption: ParsableArguments {
    @Option(help: "The source of truth, postgresql://user@host/database (default: `source` in the settings).")
    var source: String?

    @Option(help: "The file of the source's password.", completion: .file())
    var sourcePasswordFile: String?

    @OptionGroup var rules: RulesOption

    /// The source. The rules directory is read only if nothing else names the source.
    func open() throws -> Source {
        do throws(PostgreSQLError) { return try Source(try parameters()) } catch { throw Failure(error.description) }
    }

    /// Runs a query at the source. On failure, ends with exit code 2 and the reason.
    func ask<Value: Sendable>(
        _ body: @escaping @Sendable (isolated Source) async throws -> Value
    ) throws -> Value {
        let source = try open()
        defer { source.close() }
        do { return try source.wait(body) } catch {
            if let error = error as? PostgreSQLError, error.isUndefinedTable {
                throw Failure("source: \(error); create its tables with `fingerpost source init`")
            }
            throw Failure("source: \(error)")
        }
    }

    /// The source's address and password.
    private func parameters() throws(PostgreSQLError) -> ConnectionParameters {
        let settings: DaemonSettings
        do { settings = try self.settings() } catch { throw .parameters((error as? Failure)?.message ?? "\(error)") }
        guard let address = source ?? settings.source else {
            throw .parameters("no source is set; use --source, or `source` in fingerpost.yaml")
        }
        var password: String?
        if let path = sourcePasswordFile ?? settings.sourcePasswordFile {
            do throws(FileFault) { password = try SourcePassword.read(path) } catch {
                throw .parameters(error.description)
            }
        }
        return try SourceAddress.parameters(address, password: password)
    }

    /// The settings without those of flags; only those of variables if these name the source.
    private func settings() throws -> DaemonSettings {
        let stated = SettingsResolver.resolve(file: SettingsFile(), environment: ProcessEnvironment.variables).settings
        if source != nil || stated.source != nil { return stated }
        let file = try RulesOption.settings(rules.rules).file
        return SettingsResolver.resolve(file: file, environment: ProcessEnvironment.variables).settings
    }
}

extension SourceOption {
    /// A source named by another option.
    init(_ address: String, passwordFile: String?, rules: RulesOption) {
        self.init()
        source = address
        sourcePasswordFile = passwordFile
        self.rules = rules
    }
}
