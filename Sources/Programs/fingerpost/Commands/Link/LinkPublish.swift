import ArgumentParser
import ByteText
import Glibc
import LinkPublication
import LinkStore
import OpenSSL
import ServiceFiles
import Terminal

struct LinkPublish: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Writes the links as signed files for nodes that follow them over https.",
        discussion: """
            Any web server or object store can hold the folder. It has a snapshot, deltas with later changes, and a \
            signed manifest that lists them; nodes follow it with `serve --links`. The store may be in use, and may be a replica \
            of a source. Publishing again adds changes, and removes files that have not been listed for six hours. With \
            --every it repeats until it is stopped, which is safe at any time. Exit code 0; 2 for usage or I/O errors.

            Examples:
              fingerpost link publish /srv/links --key key.pem
              fingerpost link publish /srv/links --key key.pem --every 10
            """)

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "The folder; created if it does not exist.", completion: .directory)
    var folder: String

    @Option(help: "The private key that signs the manifest, in PEM (`fingerpost bundle keygen`).", completion: .file())
    var key: String

    @Option(help: "Publish again after this many seconds, until the command is stopped.")
    var every: Int?

    @OptionGroup var terminal: TerminalOption

    func validate() throws {
        if let every, !(1...86_400).contains(every) { throw ValidationError("--every: expected 1 to 86400 seconds") }
    }

    func run() throws {
        let key = try BundleKeyFile.signingKey(key)
        let place = try option.place()
        var options = Publisher.Options()
        options.interval = every
        let publisher: Publisher
        do { publisher = try Publisher(folder: folder, key: key, options: options, report: Output.error) } catch {
            throw Failure("\(error)")
        }
        guard let every else {
            let outcome: Publisher.Outcome
            do { outcome = try publish(place, publisher) } catch { throw Failure(Self.reason(error)) }
            return Output.error(Self.line(outcome))
        }
        try publish(place, publisher, every: every)
    }

    private func publish(_ place: StorePlace, _ publisher: Publisher) throws -> Publisher.Outcome {
        let (store, source) = try Self.open(place)
        return try publisher.publish(store, source: source, at: Int64(Glibc.time(nil)))
    }

    /// Opens the store, whose file may have been replaced by a restored one since the last time, and assigns it an
    /// identifier if it has none.
    private static func open(_ place: StorePlace) throws -> (LinkStore, source: UInt64) {
        if let found = try found(place) { return found }
        try Publisher.makeSource(in: try place.open(.change))
        guard let found = try found(place) else { throw Failure("\(place.directory): the store can't be published") }
        return found
    }

    private static func found(_ place: StorePlace) throws -> (LinkStore, source: UInt64)? {
        let store = try place.open(.read)
        return try Publisher.source(of: store).map { (store, $0) }
    }

    /// Publishes repeatedly. The first publication must succeed; later errors are reported once each, and may be transient.
    private func publish(_ place: StorePlace, _ publisher: Publisher, every: Int) throws -> Never {
        var (isFirst, fault) = (true, String?.none)
        while true {
            let start = ContinuousClock.now
            do {
                let outcome = try publish(place, publisher)
                if isFirst || fault != nil || outcome.changes > 0 { Output.error(Self.line(outcome)) }
                (isFirst, fault) = (false, nil)
            } catch {
                let reason = Self.reason(error)
                if isFirst { throw Failure(reason) }
                if reason != fault { Output.error("\(reason); trying again") }
                fault = reason
            }
            // Comparing many links takes a while. Limits the CPU usage to a fifth.
            let work = Int((ContinuousClock.now - start) / .seconds(1))
            sleep(UInt32(clamping: max(every, 4 * work)))
        }
    }

    private static func line(_ outcome: Publisher.Outcome) -> String {
        "publication \(outcome.sequence): \(counted(outcome.links, "link")), \(counted(outcome.changes, "change"))"
    }

    private static func reason(_ error: any Error) -> String { (error as? Failure)?.message ?? "\(error)" }
}
