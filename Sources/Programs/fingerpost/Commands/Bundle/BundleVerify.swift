import ArgumentParser
import ByteText
import OpenSSL
import RuleBundle
import Rules
import ServiceFiles
import Settings
import Terminal

struct BundleVerify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verifies a bundle as a node does, and lists its contents.",
        discussion: """
            The hash is that of the rules, which a node with this bundle reports in /v1/ruleset, unless it sets a page host of its own. \
            Exit code 0; 1 if the bundle is not valid, or its rules have errors; 2 for usage or I/O errors.

            Examples:
              fingerpost bundle verify bundle.tar.gz --key key.pub.pem
              fingerpost bundle verify bundle.tar.gz --key key.pub.pem --json
            """)

    @Argument(help: "The bundle.", completion: .file())
    var bundle: String

    @Option(name: .customLong("key"), help: "A trusted public key in PEM; repeatable.", completion: .file())
    var keys: [String] = []

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func validate() throws {
        if keys.isEmpty { throw ValidationError("missing --key FILE, the public key to verify the bundle with") }
    }

    func run() throws {
        let trusted = try keys.map(BundleKeyFile.verifyingKey)
        let archive = try SecretFile.bytes(bundle, "the bundle", limit: BundleLimits.archiveBytes + 1)
        let read: SignedBundle
        do throws(BundleFault) { read = try SignedBundle(archive, trusting: trusted) } catch {
            throw Refusal("\(bundle): \(error)")
        }
        var loaded = read.rules(forReview: true)
        loaded.apply(SettingsResolver.resolve(file: loaded.settings).settings)
        show(read, hash: loaded.hash)
        loaded.diagnostics.forEach(Output.diagnostic)
        if loaded.hasErrors { throw Refusal("\(bundle): signed, but the rules have errors: nodes refuse it") }
    }

    private func show(_ bundle: SignedBundle, hash: String) {
        let manifest = bundle.manifest
        guard !json else { return Output.line(Self.json(bundle, hash: hash).text) }
        Output.line("hash      \(hash)")
        Output.line("revision  \(manifest.revision)")
        Output.line("created   \(Timestamp.text(manifest.created))")
        Output.line("key       \(bundle.key.id) (\(bundle.key.algorithm.rawValue))")
        Output.line("files     \(manifest.files.count)")
        for file in manifest.files { Output.line("  \(file.path)  \(counted(file.size, "byte"))") }
    }

    private static func json(_ bundle: SignedBundle, hash: String) -> JSONValue {
        let files = bundle.manifest.files.map { file -> JSONValue in
            [
                "path": .string(file.path), "size": .number(JSONNumber(file.size)), "sha256": .string(file.sha256),
            ]
        }
        return [
            "hash": .string(hash), "revision": .number(JSONNumber(bundle.manifest.revision)),
            "created": .string(Timestamp.text(bundle.manifest.created)), "key": .string(bundle.key.id),
            "algorithm": .string(bundle.key.algorithm.rawValue), "files": .array(files),
        ]
    }
}
