package import ByteText
import Glibc
import Links

/// The output streams: results go to standard output, everything else to standard error.
package enum Output {
    /// Writes all bytes to standard output. A closed pipe ends the program without an error.
    package static func write(_ bytes: [UInt8]) {
        write(bytes, to: STDOUT_FILENO)
    }

    package static func line(_ text: String) {
        write(Array((escaped(text) + "\n").utf8))
    }

    /// Prints lines on standard output, colored if it supports colors.
    ///
    /// - Parameter masked: Whether codes, keys and mail addresses are masked.
    package static func lines(_ lines: [[StyledText]], masked: Bool = false) {
        let text = Terminal.output.rendered(lines)
        write(Array((masked ? Masking.masked(text) : text).utf8))
    }

    /// Prints a table on standard output.
    package static func table(_ table: TextTable) { lines(table.lines(for: .output)) }

    /// Prints lines on standard error, colored if it supports colors. Secrets are masked.
    package static func errors(_ lines: [[StyledText]]) {
        write(Array(Masking.masked(Terminal.error.rendered(lines)).utf8), to: STDERR_FILENO)
    }

    /// Prints the error that ends the program.
    package static func fault(_ message: String) {
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            errors([(index == 0 ? [StyledText("error: ", .error)] : []) + [StyledText(String(line))]])
        }
    }

    /// Prints a line on standard error, which may end up in logs.
    package static func error(_ text: String) { write(Array((oneLine(text) + "\n").utf8), to: STDERR_FILENO) }

    /// Prints the lines of a text on standard error.
    package static func errorLines(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { error(String(line)) }
    }

    /// A text as one line: secrets are masked, and line feeds are escaped like other control characters, so that quoted
    /// text can't begin a new line. A message of several lines requires several calls.
    package static func oneLine(_ text: String) -> String { escaped(Masking.masked(text)).replacing("\n", with: "\\n") }

    /// Overwrites the current line of standard error, which must be a terminal.
    package static func status(_ text: String) {
        write(Array("\r\u{1B}[K\(escaped(text))".utf8), to: STDERR_FILENO)
    }

    /// Escapes control characters and other terminal controls, so that text from links and agents can't control a terminal.
    package static func escaped(_ text: String) -> String {
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

    /// Writes all bytes or ends the program, with exit code 2 and, for a named file, the reason. A closed pipe ends the
    /// program without an error.
    package static func write(_ bytes: [UInt8], to descriptor: Int32, named path: String? = nil) {
        var start = 0
        while start < bytes.count {
            // Safe: the pointer is read only within the call, for the remaining number of bytes.
            let count = unsafe bytes[start...].withUnsafeBytes { rest in
                unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EPIPE { exit(0) }
                // Safe: strerror returns a string that is valid at least until the next call, and it is copied here.
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
