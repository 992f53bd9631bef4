import ArgumentParser
import ByteText
import CommandFiles
import Configuration
import Glibc
import OpenSSL
import RuleBundle
import Rules
import ServiceFiles
import Settings
import Terminal

struct BundleSign: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Checks a rules directory and writes it as a signed bundle.",
        discussion: """
            The bundle has the directory's .yaml files. Rules with errors are not signed. Of the settings in \
            fingerpost.yaml, nodes use only page_host and devices. Nodes refuse a revision that is not higher than their current \
            one. With an Ed25519 key, the same files, revision and time produce the same bytes. Exit code 0; 1 if the \
            rules have errors; 2 for usage or I/O errors.

            Examples:
              fingerpost bundle sign rules --key key.pem -o bundle.tar.gz
              fingerpost bundle sign rules --key key.pem -o bundle.tar.gz --force --revision 42
            """)

    @OptionGroup var rules: RulesPlaceOptions

    @Option(help: "The private key, in PEM.", completion: .file())
    var key: String

    @Option(name: [.short, .customLong("output")], help: "The file of the bundle; - for standard output.")
    var output: String

    @Option(help: "A number that increases with each bundle (default: the time in seconds since 1970).")
    var revision: Int?

    @Option(help: "The creation time of the bundle, such as 2026-11-20T12:00:00Z (default: now).")
    var time: String?

    @OptionGroup var force: ForceOption

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let created = try createdSeconds()
        let revision = revision ?? Int(created)
        guard revision >= 0 else { throw Failure("--revision: expected a whole number from 0") }
        let key = try BundleKeyFile.signingKey(key)
        try OutputFile.check(output, force: force.force)
        let (files, hash) = try checkedFiles()
        let bundle: SignedBundle
        do throws(BundleFault) {
            bundle = try SignedBundle(signing: files, revision: revision, created: created, with: key)
        } catch { throw Failure(error.description) }
        // Readable by a web server.
        try OutputFile.write(bundle.archive, to: output, force: force.force, mode: 0o644)
        Output.error("signed revision \(revision): \(counted(files.count, "file")), \(hash)")
    }

    private func createdSeconds() throws -> Int64 {
        guard let time else { return Int64(Glibc.time(nil)) }
        guard let seconds = Timestamp.seconds(time), seconds >= 0 else {
            throw Failure("--time: expected a time such as 2026-11-20T12:00:00Z, not \(time)")
        }
        return seconds
    }

    /// The checked files, and the hash of their rules.
    private func checkedFiles() throws -> (files: [BundleFile], hash: String) {
        let place = RulesOption.place(rules.path)
        let files: [BundleFile]
        do throws(RuleDirectoryFault) { files = try SignedBundle.files(ofDirectory: place) } catch {
            throw Failure(error.description)
        }
        var loaded = SignedBundle.load(files, named: place)
        loaded.refuseDevicesOutside()
        loaded.apply(SettingsResolver.resolve(file: loaded.settings).settings)
        loaded.diagnostics.forEach(Output.diagnostic)
        let ofNodes = loaded.settings.ofNodes.map(\.name)
        if !ofNodes.isEmpty {
            let names = ofNodes.joined(separator: ", ")
            Output.error(
                "fingerpost.yaml: nodes take only page_host and devices from a bundle; set on each node: \(names)")
        }
        guard !loaded.hasErrors else { throw Refusal("the rules have errors: not signed") }
        guard !loaded.sites.isEmpty else { throw Refusal("\(place): no sites: not signed") }
        return (files, loaded.hash)
    }
}
