import ArgumentParser
import CommandFiles
import Foundation
import OpenSSL
import Terminal

struct BundleKeygen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keygen",
        abstract: "Creates a key pair for signing and verifying bundles.",
        discussion: """
            The private key (PKCS#8) is readable by its owner only, and has no passphrase: keep it on the machine that \
            signs rules. The public key is written next to it, as key.pub.pem for key.pem, and its identifier is \
            printed. Both are compatible with openssl (genpkey, pkey). Exit code 0; 2 for usage or I/O errors.

            Examples:
              fingerpost bundle keygen -o key.pem
              fingerpost bundle keygen --algorithm p256 -o key.pem
            """)

    @Option(help: "ed25519 or p256 (ECDSA, whose signatures differ each time).")
    var algorithm = "ed25519"

    @Option(name: [.short, .customLong("output")], help: "The file of the private key.", completion: .file())
    var output: String

    @OptionGroup var force: ForceOption

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        guard let algorithm = SignatureAlgorithm(rawValue: algorithm) else {
            let known = SignatureAlgorithm.allCases.map(\.rawValue).joined(separator: " or ")
            throw Failure("--algorithm: expected \(known), not \(algorithm)")
        }
        guard output != "-" else { throw Failure("--output: a key is written to a file, next to its public key") }
        let publicPath = Self.publicPath(output)
        // Writes neither file if one of them can't be written.
        try OutputFile.check(publicPath, force: force.force)
        let key = SigningKey(algorithm)
        let file = try OutputFile(output, force: force.force, mode: 0o600)
        file.write(key.pem)
        try file.finish()
        try OutputFile.write(key.verifyingKey.pem, to: publicPath, force: force.force, mode: 0o644)
        Output.line(key.verifyingKey.id)
        Output.error("\(output): the private key, for signing; \(publicPath): the public key, for --bundle-key")
    }

    /// `key.pub.pem` for `key.pem`.
    static func publicPath(_ path: String) -> String {
        (path.hasSuffix(".pem") ? String(path.dropLast(4)) : path) + ".pub.pem"
    }
}
