import ArgumentParser
import Clicks
import Configuration
import LinkCatalog
import LinkStore
import Replay
import Routing
import Rules
import ServiceFiles
import Settings
import Terminal

extension StorePlace {
    /// The given location, or the default one.
    init(named path: String?) { self.init(named: path, variables: ProcessEnvironment.variables) }

    /// The location given by the flag, by `FINGERPOST_STORE`, or by `store` in the fingerpost.yaml of a rules
    /// directory, which is read only if neither of the others is set.
    init(_ given: String?, rules: String?) throws {
        if let path = given ?? ProcessEnvironment.variables["FINGERPOST_STORE"] {
            self.init(named: path)
        } else {
            self.init(named: try Self.pathInSettings(of: rules))
        }
    }

    private static func pathInSettings(of rules: String?) throws -> String? {
        let (file, diagnostics) = try RulesOption.settings(rules)
        let errors = diagnostics.filter { $0.severity == .error }
        for diagnostic in errors { Output.diagnostic(diagnostic) }
        // If the location can't be determined, no other one may be used instead.
        guard errors.isEmpty else { throw ExitCode(2) }
        return SettingsResolver.resolve(file: file).settings.store
    }

    /// Opens the store, or ends with exit code 2 and the reason on standard error.
    func open(_ access: Access) throws -> LinkStore {
        do throws(StoreError) { return try open(access, report: Output.error) } catch {
            throw Failure(error.description)
        }
    }

    /// The short links of the store, or `nil` if none was given and none exists.
    func shortLinks() throws -> (any ShortLinks)? { try source()?() }

    /// A factory for lookups in the store as it was at former times; `nil` in the same cases as ``shortLinks()``.
    func pastLinks() throws -> (@Sendable () -> PastLinks)? {
        guard isNamed || exists else { return nil }
        let store = try open(.read)
        return { PastLinks(store) }
    }

    /// A factory for lookups in the store, one for each thread; `nil` in the same cases as ``shortLinks()``.
    func source() throws -> ShortLinkSource? {
        guard isNamed || exists else { return nil }
        let store = try open(.read)
        return { StoredLinks(store) }
    }
}
