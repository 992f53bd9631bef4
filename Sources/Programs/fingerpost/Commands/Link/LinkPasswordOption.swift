import ArgumentParser
import ByteText
import CommandFiles
import LinkCatalog
import LinkStore
import Links
import Terminal

/// The password of a link, from a file: other processes can read the arguments of a command.
struct LinkPasswordOption: ParsableArguments {
    @Option(
        help: "A file with the password that visitors must enter, in its first line; - is standard input.",
        completion: .file())
    var passwordFile: String?

    /// The password, not hashed yet; `nil` without the option.
    func given() throws -> LinkValue? {
        guard let path = passwordFile else { return nil }
        var reader = try LineReader(path: path)
        guard var line = try reader.next() else { throw Failure("\(path): the file is empty") }
        if line.last == 0x0D { line.removeLast() }
        guard let text = String(validating: line, as: UTF8.self), !text.isEmpty else {
            throw Failure("\(path): the first line must be a password in UTF-8")
        }
        return try LinkRules.orRefuse { () throws(ShortLinkFault) in try LinkFields.password(text, "the password") }
    }
}
