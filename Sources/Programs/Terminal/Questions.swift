import Glibc

/// Prompts at a terminal: printed to standard error, answered on standard input.
package enum Questions {
    /// Whether both are a terminal.
    package static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Prompts, and returns the typed line without surrounding blanks.
    ///
    /// - Throws: ``Failure`` on Ctrl-D. Ctrl-C ends the program by the signal.
    package static func ask(_ prompt: String) throws -> String {
        show(prompt)
        return try line()
    }

    /// Prompts for a secret without echo.
    package static func askSecret(_ prompt: String) throws -> String {
        var shown = termios()
        // Safe: the calls read and write only locals.
        guard unsafe tcgetattr(STDIN_FILENO, &shown) == 0 else { throw Failure("can't ask for a password here") }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        show(prompt)
        _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            Output.error("")
            Interruption.endIfInterrupted()
        }
        return try line(endsAtOnce: false)
    }

    private static func show(_ prompt: String) {
        Output.write(Array(Output.escaped(prompt).utf8), to: STDERR_FILENO)
    }

    /// A line from the terminal. Invalid UTF-8 is repaired; validation then rejects it.
    private static func line(endsAtOnce: Bool = true) throws -> String {
        var typed: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            // Safe: the pointer is written only within the call, for one byte.
            let count = unsafe read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR {
                if Interruption.isRequested, endsAtOnce {
                    Output.error("")
                    Interruption.endIfInterrupted()
                }
                if Interruption.isRequested { throw Failure("interrupted; nothing was written") }
                continue
            }
            guard count == 1 else {
                if endsAtOnce { Output.error("") }
                throw Failure("no answer; nothing was written")
            }
            if byte == 0x0A { break }
            if typed.count < 4096 { typed.append(byte) }
        }
        return String(decoding: typed, as: UTF8.self)
    }
}
