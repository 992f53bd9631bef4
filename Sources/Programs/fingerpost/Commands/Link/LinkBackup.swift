import ArgumentParser
import Client
import CommandFiles
import LinkStore
import OpenSSL
import ServiceFiles
import Settings
import Terminal

struct LinkBackup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies a snapshot of the store to a file, even while it is in use.",
        discussion: """
            The file has everything in the store: links, deleted ones, counters and secrets. `link restore` puts it \
            back. --from copies the store of another daemon, for a new node. That daemon needs as much free disk for \
            that time. The file is complete, compact and verified by its digest, or it is not created. The token needs \
            the scope backup. Exit code 0; 2 for usage or I/O errors.

            Examples:
              fingerpost link backup monday.mdb
              fingerpost link backup /backup/links.mdb --force
              fingerpost link check --store monday.mdb
              fingerpost link backup peer.mdb --from https://node1.internal:8082 --token-file backup.token
            """)

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @Option(help: "The admin side of the daemon to copy from: https://node1.internal:8082.")
    var from: String?

    @Option(help: "The file of a token of that daemon with the scope backup.", completion: .file())
    var tokenFile: String?

    @Option(help: "The file of the only trusted authorities (default: the system's).", completion: .file())
    var ca: String?

    @OptionGroup var replacing: ForceOption

    @OptionGroup var terminal: TerminalOption

    func validate() throws {
        if from != nil, tokenFile == nil { throw ValidationError("--from needs --token-file") }
        if from == nil, tokenFile != nil || ca != nil {
            throw ValidationError("--token-file and --ca need --from")
        }
    }

    func run() throws {
        if let from, let tokenFile { return try fetch(from, tokenFile) }
        let place = try option.place()
        let own = [place.directory, "\(place.directory)/\(LinkStore.fileName)"]
        try OutputFile.check(file, force: replacing.force, inputs: own)
        let store = try place.open(.read)
        do throws(StoreError) { try store.backUp(to: file, replacing: replacing.force) } catch {
            throw Failure(error.description)
        }
    }

    private func fetch(_ peer: String, _ tokenFile: String) throws {
        try OutputFile.check(file, force: replacing.force, inputs: [tokenFile])
        do {
            let peer = try ServerURL(peer, statedAs: "--from")
            let download = BackupDownload(
                from: peer, token: try token(tokenFile), tls: try trust(of: peer), proxy: try proxy())
            let output = try OutputFile(file, force: replacing.force, mode: 0o600)
            let bytes = try download.run(write: output.write) { step in
                if Terminal.error.isTerminal { Output.status(step) }
            }
            try output.finish()
            Output.error("\(file): \(bytes) bytes of \(peer)")
        } catch let fault as ServerURL.Fault {
            throw Failure(fault.description)
        } catch let fault as BackupDownload.Fault {
            throw Failure(fault.description)
        } catch let fault as StartupFault {
            throw Failure(fault.lines.joined(separator: "\n"))
        }
    }

    /// The proxy of the settings. A new node may have no rules yet: then the environment's settings apply.
    private func proxy() throws -> OutgoingProxy? {
        let file = (try? RulesOption.settings(option.rules.rules).file) ?? SettingsFile()
        let settings = SettingsResolver.resolve(file: file, environment: ProcessEnvironment.variables).settings
        return try OutgoingProxy(settings.outgoing, report: Output.error)
    }

    private func token(_ path: String) throws(FileFault) -> String {
        try SecretFile.examine(path) { Output.error($0) }
        let bytes = try SecretFile.bytes(path, "the token file", limit: 4096)
        return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    }

    private func trust(of peer: ServerURL) throws -> TLSClientContext? {
        do throws(CertificateFault) {
            return peer.isSecure ? try TLSClientContext(authorities: ca) : nil
        } catch { throw Failure("--ca: \(error)") }
    }
}
