import ByteText
import Configuration
import Glibc
import Links

/// The two ways out: results to standard output, everything else to standard error.
enum Output {
    /// Writes all bytes to standard output. A reader that has gone away is the end of the work, and no error.
    static func write(_ bytes: [UInt8]) {
        write(bytes, to: STDOUT_FILENO)
    }

    static func line(_ text: String) {
        write(Array((escaped(text) + "\n").utf8))
    }

    /// Lines on standard output, coloured where it shows colours.
    ///
    /// - Parameter masked: Whether codes, keys and mail addresses are masked.
    static func lines(_ lines: [[StyledText]], masked: Bool = false) {
        let text = Terminal.output.rendered(lines)
        write(Array((masked ? Masking.masked(text) : text).utf8))
    }

    /// A table on standard output.
    static func table(_ table: TextTable) { lines(table.lines(for: .output)) }

    /// Lines on standard error, coloured where it shows colours: secrets are masked.
    static func errors(_ lines: [[StyledText]]) {
        write(Array(Masking.masked(Terminal.error.rendered(lines)).utf8), to: STDERR_FILENO)
    }

    /// Why the program ends.
    static func fault(_ message: String) {
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            errors([(index == 0 ? [StyledText("error: ", .error)] : []) + [StyledText(String(line))]])
        }
    }

    /// What is wrong with a file of rules or settings.
    static func diagnostic(_ diagnostic: FileDiagnostic) { errors(diagnostic.styled) }

    /// A line on standard error, which ends in logs.
    static func error(_ text: String) { write(Array((oneLine(text) + "\n").utf8), to: STDERR_FILENO) }

    /// Lines on standard error, of a text that has several of its own.
    static func errorLines(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { error(String(line)) }
    }

    /// A text as one line: secrets are masked, and line feeds are written out like other controls. No quoted text begins
    /// a line; a message of several lines is several calls.
    static func oneLine(_ text: String) -> String { escaped(Masking.masked(text)).replacing("\n", with: "\\n") }

    /// Writes over the line that the cursor of standard error is on; it has to be a terminal.
    static func status(_ text: String) {
        write(Array("\r\u{1B}[K\(escaped(text))".utf8), to: STDERR_FILENO)
    }

    /// Controls and what terminals obey like them, written out: text of links and agents must not drive a terminal.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            if isControl, scalar != "\n", scalar != "\t" {
                result += "\\x" + String(scalar.value, radix: 16)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Writes all bytes or ends the program, with exit code 2 and, for a file that has a name, the reason. A reader that has
    /// gone away is the end of the work, and no error.
    static func write(_ bytes: [UInt8], to descriptor: Int32, named path: String? = nil) {
        var start = 0
        while start < bytes.count {
            // Safe: the pointer is read within the call only, for as many bytes as are left.
            let count = unsafe bytes[start...].withUnsafeBytes { rest in
                unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EPIPE { exit(0) }
                // Safe: strerror returns a string that lives at least until the next call, and is copied here.
                let reason = unsafe String(cString: strerror(errno))
                if let path {
                    error("\(path): \(reason)")
                } else if descriptor != STDERR_FILENO {
                    error("can't write the output: \(reason)")
                }
                exit(2)
            }
            start += count
        }
    }
}
