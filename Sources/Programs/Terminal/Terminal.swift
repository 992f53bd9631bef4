package import ByteText
import Glibc

/// The properties of a stream: its width, and whether it supports colors.
package struct Terminal: Sendable {
    package let isTerminal: Bool
    package let width: Int
    package let hasColours: Bool

    /// Standard output, which carries results.
    package static let output = current(STDOUT_FILENO)
    /// Standard error, which carries everything else.
    package static let error = current(STDERR_FILENO)

    /// The properties of standard output and the environment.
    package static func current() -> Terminal { output }

    /// The current width of standard output, since a window may have been resized.
    package static var currentWidth: Int { current(STDOUT_FILENO).width }

    /// The properties of a stream, from `--color` and the environment (`COLUMNS`, `NO_COLOR`, `CLICOLOR_FORCE`, `TERM`).
    private static func current(_ descriptor: Int32) -> Terminal {
        let isTerminal = isatty(descriptor) == 1
        let variables = ProcessEnvironment.variables
        let stated = variables["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        return Terminal(
            isTerminal: isTerminal, width: min(stated ?? (isTerminal ? measuredWidth(descriptor) : nil) ?? 100, 160),
            hasColours: ColorChoice(in: CommandLine.arguments).isOn(isTerminal: isTerminal, variables: variables))
    }

    private static func measuredWidth(_ descriptor: Int32) -> Int? {
        var size = winsize()
        // Safe: the call writes only to the struct and keeps no pointer to it.
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Lines for this terminal, with client-provided text escaped.
    package func rendered(_ lines: [[StyledText]]) -> String {
        var text = ""
        for line in lines {
            for piece in line { text += rendered(piece) }
            text += "\n"
        }
        return text
    }

    private func rendered(_ piece: StyledText) -> String {
        let text = Output.escaped(piece.text.replacing("\n", with: " "))
        guard hasColours, !text.isEmpty, let code = piece.style.code else { return text }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}

extension StyledText.Style {
    /// The terminal's code (ECMA-48, SGR).
    fileprivate var code: String? {
        switch self {
        case .plain: nil
        case .heading: "1"
        case .soft: "2"
        case .bar: "34"
        case .good: "32"
        case .warning: "33"
        case .error: "1;31"
        }
    }
}
